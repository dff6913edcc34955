import { ATTACKS } from './list.ts';

// Runs one attack in a process of its own: run.ts NAME PORT TARGET, with TARGET as JSON.
const [name, port, target = '{}'] = process.argv.slice(2);
const attack = ATTACKS.find((each) => each.name === name);
if (attack === undefined) throw new Error(`There is no attack ${name}`);
const parsed: unknown = JSON.parse(target);
const answers = await attack.run(Number(port), Object(parsed));
process.send?.(answers, () => process.exit(0));
