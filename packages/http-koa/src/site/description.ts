import { openApiText } from '../openapi/document.ts';
import type { HttpOptions } from '../options.ts';
import { type SiteAnswer, type Tagged, tagged, taggedAnswer } from './siteAnswer.ts';

/** The description of the routes in OpenAPI. */
export function description({ prefixes }: HttpOptions): SiteAnswer {
  const described = tagged('application/json; charset=utf-8', openApiText(prefixes));
  return (context) => taggedAnswer(context, at(context.state.mountPath, described));
}

/** The description for clients of a host application: its routes are below the path of the mount. */
function at(mountPath: string, described: Tagged): Tagged {
  if (mountPath === '') return described;
  const body = String(described.body).replace(SERVER, () => `"url": ${JSON.stringify(mountPath)}`);
  return { ...described, body };
}

/** The address of the server in the description, which comes first in it. */
const SERVER = '"url": "/"';
