// SPDX-License-Identifier: MIT
/* JSON over HTTP, to the server the page came from. */
import { hasShape, type Shape } from './shape';

/** An answer that is not a success, or none at all (status 0). */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly status: number,
    message: string,
    /** Seconds to wait before the next try, if the server said so. */
    readonly wait: number | null = null,
    /** The whole answer, for errors that name a field. */
    readonly body: unknown = null,
  ) {
    super(message);
  }

  /** The code of the message, and what varies in it, for translations. */
  get code(): string | undefined {
    const code = (this.body as { code?: unknown } | null)?.code;
    return typeof code === 'string' ? code : undefined;
  }

  get parameters(): Record<string, string> {
    return (this.body as { parameters?: Record<string, string> } | null)?.parameters ?? {};
  }
}

/** A successful response with unexpected content, such as the page of a proxy. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

let prepareErrors: () => Promise<void> = () => Promise.resolve();

/** Waits for `prepare` before a request fails: the words of errors load when they are needed. */
export function beforeErrors(prepare: () => Promise<void>): void {
  prepareErrors = prepare;
}

export type FormValues = Record<string, string | number | boolean | undefined>;

function encodeForm(values: FormValues): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) form.set(name, String(value));
  return form;
}

type FieldErrors = Record<string, string[] | string>;

const isFields = (error: unknown): error is FieldErrors => typeof error === 'object' && error !== null;

const firstOf = (messages: string[] | string): string => (typeof messages === 'string' ? messages : (messages[0] ?? ''));

/** What the server says about single fields of a form: {"error":{"email":["..."]}}. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof HttpError ? (error.body as { error?: unknown } | null)?.error : null;
  return isFields(fields) ? Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, firstOf(messages)])) : {};
}

/** The message of an error; of fields the first one, with its name. */
function errorMessage(error: unknown, response: Response): string {
  if (typeof error === 'string') return error;
  const field = isFields(error) ? Object.entries(error)[0] : undefined;
  return field ? `${field[0]}: ${firstOf(field[1])}` : response.statusText || `HTTP ${response.status}`;
}

async function readError(response: Response): Promise<HttpError> {
  const body: unknown = await response.json().catch(() => null);
  await prepareErrors();
  const text = errorMessage((body as { error?: unknown } | null)?.error, response);
  const wait = Number(response.headers.get('Retry-After')) || null;
  return new HttpError(response.status, text, wait, body);
}

/** The language of the page, which may not be that of the browser: mails follow it. */
const languageHeader = (): Record<string, string> => (typeof document === 'undefined' ? {} : { 'Accept-Language': document.documentElement.lang });

async function request(method: string, path: string, { headers, ...init }: RequestInit & { headers: Record<string, string> }): Promise<Response> {
  const response = await fetch(path, { method, credentials: 'same-origin', headers: { ...languageHeader(), ...headers }, ...init }).catch(() => null);
  if (!response) throw new HttpError(0, 'no connection');
  if (!response.ok) throw await readError(response);
  if (response.headers.get('Content-Type')?.startsWith('text/html')) throw new UnexpectedAnswer(`${path}: HTML`);
  return response;
}

const json = { Accept: 'application/json' };

function readJson<T>(text: string, shape: Shape): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnexpectedAnswer('not JSON');
  }
  if (hasShape(value, shape)) return value as T;
  throw new UnexpectedAnswer('wrong fields');
}

/** `shape` has the fields of T that the page cannot do without. */
export async function getJson<T>(path: string, shape: Shape, signal?: AbortSignal): Promise<T> {
  return readJson<T>(await (await request('GET', path, { headers: json, signal })).text(), shape);
}

/** GET of a stream of JSON values, one a line, all at once. */
export async function getLines<T>(path: string, shape: Shape): Promise<T[]> {
  const response = await request('GET', path, { headers: { Accept: 'application/x-ndjson' } });
  const lines = (await response.text()).split('\n').filter(line => line.trim());
  return lines.map(line => readJson<T>(line, shape));
}

export async function getText(path: string, accept = '*/*'): Promise<string> {
  return (await request('GET', path, { headers: { Accept: accept } })).text();
}

/** POST of plain text; the answer as text. */
export async function postText(path: string, body: string, accept: string): Promise<string> {
  return (await request('POST', path, { headers: { Accept: accept, 'Content-Type': 'text/plain' }, body })).text();
}

/** POST of a form whose answer does not matter. */
export async function postForm(path: string, values: FormValues = {}): Promise<void> {
  await request('POST', path, { headers: json, body: encodeForm(values) });
}

/** POST of a form; the answer as JSON. */
export async function postForJson<T>(path: string, values: FormValues, shape: Shape): Promise<T> {
  return readJson<T>(await (await request('POST', path, { headers: json, body: encodeForm(values) })).text(), shape);
}

/** POST of JSON; the answer as JSON. */
export async function postJson<T>(path: string, value: unknown, shape: Shape): Promise<T> {
  const headers = { ...json, 'Content-Type': 'application/json' };
  return readJson<T>(await (await request('POST', path, { headers, body: JSON.stringify(value) })).text(), shape);
}

export async function deletePath(path: string): Promise<void> {
  await request('DELETE', path, { headers: json });
}
