/**
 * The style of the reference, beside that of Swagger UI: the head of the page, colours before Swagger UI runs, text with too little
 * contrast, and what is too wide for a phone. The description has one server and no links between routes, so the fields for both are left out.
 */
export const REFERENCE_STYLE = `:root { color-scheme: light; background: #fff; color: #3b4151; font: 100%/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; background: #1c2022; color: #e4e6e6 } }
body { margin: 0 }
header { box-sizing: border-box; max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0 }
header h1 { margin: 0; font-size: 1.5rem }
header p { max-width: 45rem; margin: .5rem 0 }
.swagger-ui .info { margin: 1.5rem 0 0 }
.swagger-ui .servers-title, .swagger-ui .servers, .swagger-ui .response-col_links { display: none }
.swagger-ui .opblock-section-header { flex-wrap: wrap }
.dark-mode .swagger-ui :is(.examples-select__section-label, .header-col) { color: #e4e6e6 }
.swagger-ui .opblock .opblock-summary-method { color: #000; text-shadow: none }
:root:not(.dark-mode) .swagger-ui .btn.authorize { color: #0b6b3f; border-color: #0b6b3f }
:root:not(.dark-mode) .swagger-ui .btn.authorize :is(span, svg) { color: inherit }
.dark-mode .swagger-ui .opblock.opblock-put .opblock-section-header { background: #3d2b20 }
:root:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #505050 }
@media (max-width: 40rem) {
  header { padding: .5rem 10px 0 }
  .swagger-ui .wrapper, .swagger-ui .scheme-container { padding: 0 10px }
  .swagger-ui .opblock-body .opblock-section-header { padding: 8px 10px }
  .swagger-ui .table-container, .swagger-ui .responses-inner, .swagger-ui .opblock-description-wrapper { padding: 10px }
}
`;
