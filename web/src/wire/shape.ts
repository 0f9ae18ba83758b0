// SPDX-License-Identifier: MIT
/* What an answer must have for the page to use it. A proxy, a captive portal or another version of the server
 * may answer with anything. Fields that may be missing are left out of a shape. */

export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'map' // an object whose fields are not known, or all optional
  | 'list'
  | readonly [Shape] // a list of these
  | { readonly [field: string]: Shape };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

export function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === 'map') return isObject(value);
  if (shape === 'list') return Array.isArray(value);
  if (typeof shape === 'string') return typeof value === shape;
  if (isList(shape)) return Array.isArray(value) && value.every(item => hasShape(item, shape[0]));
  return isObject(value) && Object.entries(shape).every(([field, inner]) => hasShape(value[field], inner));
}
