// The OpenAPI document as a judge: every request and every answer must be what it says.

import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';

export const document = JSON.parse(
  readFileSync(new URL('../crates/answers/src/api/openapi.json', import.meta.url), 'utf8'),
);

export function contract() {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: false });
  for (const word of ['example', 'components']) ajv.addKeyword(word);
  ajv.addSchema({ $id: 'doc', components: document.components });
  const compiled = new Map();
  const judge = (schema) => {
    const key = JSON.stringify(schema);
    if (!compiled.has(key))
      compiled.set(key, ajv.compile(JSON.parse(key.replaceAll('"#/components', '"doc#/components'))));
    return compiled.get(key);
  };
  const operation = (method, path) => {
    for (const [template, item] of Object.entries(document.paths)) {
      const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
      if (pattern.test(path) && item[method]) return item[method];
    }
    return null;
  };
  const faults = (schema, value, where) => {
    const check = judge(schema);
    return check(value) ? [] : [`${where}: ${ajv.errorsText(check.errors)}`];
  };

  /** What is wrong with one exchange. */
  function exchanged(method, path, sent, status, received) {
    const found = operation(method.toLowerCase(), path);
    if (!found) return [`${method} ${path} is not in the document`];
    const wrong = [];
    const answer = found.responses[status] ?? null;
    if (!answer) return [`${method} ${path} answered ${status}, which the document does not foresee`];
    const asks = found.requestBody?.content['application/json'].schema;
    // A refused request may well be malformed; only an accepted one must follow the document.
    if (asks && status < 400) wrong.push(...faults(asks, sent, `request to ${path}`));
    const tells = resolve(answer).content?.['application/json']?.schema;
    if (tells) wrong.push(...faults(tells, received, `answer ${status} of ${path}`));
    return wrong;
  }

  const resolve = (item) =>
    item.$ref
      ? item.$ref
          .slice(2)
          .split('/')
          .reduce((at, key) => at[key], document)
      : item;

  /** The same for a request of the browser; `heard` is called with path, question and answer. */
  async function exchange(request, heard) {
    const response = await request.response();
    if (!response) return [];
    const path = new URL(request.url()).pathname;
    let body;
    try {
      body = await response.json();
    } catch {
      return [];
    }
    heard(path, request.postDataJSON(), body);
    return exchanged(request.method(), path, request.postDataJSON(), response.status(), body);
  }
  return { exchange, exchanged, judge };
}
