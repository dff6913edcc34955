export { HTML_TYPE, htmlPage, pageHtml } from './layout.ts';
export {
  askRecoveryPage,
  changeEmailPage,
  confirmPage,
  emailBackPage,
  invitationPage,
  recoverPage,
  refusalPage,
} from './linkPages.ts';
export { LOOK } from './look.ts';
export {
  type FailureId,
  type Headers,
  type HttpErrorCode,
  HttpResponses,
  httpTexts,
  type MessageId,
  textOf,
} from './messages.ts';
export { SHOW_TYPED } from './pageRenderer.ts';
export { errorPage, escaped } from './parts.ts';
export { type PageStyle, pageStyle } from './style.ts';
export { type LinkName, pageTexts } from './texts.ts';
export type { PageAnswer, PageContent, PageView, Render } from './view.ts';
