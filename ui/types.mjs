// Writes src/api/schema.d.ts from the server's OpenAPI document.

import { readFile, writeFile } from 'node:fs/promises';
import openapi, { astToString } from 'openapi-typescript';

const document = JSON.parse(await readFile('../docs/reference/openapi.json', 'utf8'));
// Types are looked up by method and path, so that names of operations only add to them.
for (const path of Object.values(document.paths)) {
  for (const operation of Object.values(path)) delete operation.operationId;
}
const types = astToString(await openapi(document, { emptyObjectsUnknown: true }));
await writeFile('src/api/schema.d.ts', `// Written by \`npm run types\`; do not change by hand.\n\n${types}`);
