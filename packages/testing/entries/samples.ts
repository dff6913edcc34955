export { dueOf, newAlgo, newGrant, newSession, newUser } from '../../domain/testkit/suites/samples.ts';
