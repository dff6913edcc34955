import { looking } from '../ownerRight.ts';
import { listEvents } from './listEvents.ts';

/** Lists a page of events, the newest first. */
export const adminListEvents = looking(listEvents);
