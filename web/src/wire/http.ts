// SPDX-License-Identifier: MIT
/* JSON over HTTP, to the server the page came from. */

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

async function request(method: string, path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { method, credentials: 'same-origin', ...init }).catch(() => null);
  if (!response) throw new HttpError(0, 'no connection');
  if (!response.ok) throw await readError(response);
  return response;
}

const json = { Accept: 'application/json' };

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await request('GET', path, { headers: json, signal })).json()) as T;
}

/** GET of a stream of JSON values, one a line, all at once. */
export async function getLines<T>(path: string): Promise<T[]> {
  const response = await request('GET', path, { headers: { Accept: 'application/x-ndjson' } });
  const lines = (await response.text()).split('\n').filter(line => line.trim());
  return lines.map(line => JSON.parse(line) as T);
}

export async function getText(path: string, accept = '*/*'): Promise<string> {
  return (await request('GET', path, { headers: { Accept: accept } })).text();
}

/** POST of plain text; the answer as text. */
export async function postText(path: string, body: string, accept: string): Promise<string> {
  return (await request('POST', path, { headers: { Accept: accept, 'Content-Type': 'text/plain' }, body })).text();
}

/** POST of a form; the answer as JSON, or null if it is empty. */
export async function postForm<T = unknown>(path: string, values: FormValues = {}): Promise<T | null> {
  return send<T>('POST', path, values);
}

export async function deletePath<T = unknown>(path: string): Promise<T | null> {
  return send<T>('DELETE', path, {});
}

async function send<T>(method: string, path: string, values: FormValues): Promise<T | null> {
  const body = method === 'DELETE' ? undefined : encodeForm(values);
  const response = await request(method, path, { headers: json, body });
  const text = await response.text();
  return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as T) : null;
}
