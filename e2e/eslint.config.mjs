// ESLint for the page and its tests; run from the root of the repository (`make lint`).
// tsc checks the types; these rules find mistakes that it does not see, and keep the code uniform.

import js from '@eslint/js';
import globals from 'globals';

/** What every file is held to beyond the recommended rules. */
const rules = {
  eqeqeq: 'error',
  'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
  'max-len': ['error', { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true }],
  'max-lines': ['error', 600],
  'max-lines-per-function': 'off',
  'no-implicit-coercion': ['error', { boolean: false, number: false }],
  'no-shadow': 'error',
  'no-unused-vars': ['error', { args: 'after-used' }],
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': ['error', { destructuring: 'all' }],
  'sort-imports': ['error', { ignoreDeclarationSort: true, ignoreCase: true }],
};

export default [
  js.configs.recommended,
  { rules },
  { files: ['page/**/*.js'], languageOptions: { globals: globals.browser } },
  // The browser tests contain functions that run in the page.
  { files: ['e2e/**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
