/** The id of the element that Swagger UI fills; its `data-description` is the address of the description. */
export const REFERENCE_ID = 'reference';

/**
 * The script of the reference, for browsers. Swagger UI keeps the access token in memory only, takes no settings from the address of the
 * page, and asks no validator elsewhere.
 */
export const REFERENCE_SCRIPT = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const setColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setColours);
setColours();
const element = document.getElementById('${REFERENCE_ID}');
SwaggerUIBundle({
  domNode: element,
  url: element.dataset.description,
  validatorUrl: null,
  queryConfigEnabled: false,
  persistAuthorization: false,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
});
`;
