/** Loaded before a server (`--import`): its machine's clock is `TEST_CLOCK_APART_MS` milliseconds ahead, or behind if that is negative. */
const apartMs = Number(process.env['TEST_CLOCK_APART_MS']);
const RealDate = Date;

// Only what programs read the present from differs.
globalThis.Date = new Proxy(RealDate, {
  construct(target, args: [], newTarget) {
    const given = args.length === 0 ? [RealDate.now() + apartMs] : args;
    return Reflect.construct(target, given, newTarget) as object;
  },
  get(target, name, receiver) {
    return name === 'now' ? () => RealDate.now() + apartMs : (Reflect.get(target, name, receiver) as unknown);
  },
});
