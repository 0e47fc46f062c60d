// What the JavaScript is held to beside its types: see `make check`.
import js from "@eslint/js";
import globals from "globals";

export default [
  {
    ignores: [
      "**/*",
      "!static/",
      "!static/js/",
      "!static/js/**",
      "!tests/",
      "!tests/javascript/",
      "!tests/javascript/**",
    ],
  },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, globals: { ...globals.browser, ...globals.serviceworker } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 120 }],
      "no-console": ["error", { allow: ["error"] }],
      "no-implicit-globals": "error",
      "no-shadow": ["error", { builtinGlobals: false }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["static/js/*.js"], languageOptions: { sourceType: "script" } },
  { files: ["tests/javascript/**"], languageOptions: { globals: globals.node } },
];
