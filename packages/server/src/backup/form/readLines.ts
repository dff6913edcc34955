/** The lines of UTF-8 text that comes in pieces. @throws RangeError for a line of more than `maxBytes` */
export async function* readLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf('\n', start); end >= 0; end = rest.indexOf('\n', start)) {
      yield rest.toString('utf8', start, end);
      start = end + 1;
    }
    rest = rest.subarray(start);
    if (rest.length > maxBytes) throw new RangeError(`A line has more than ${maxBytes} bytes`);
  }
  if (rest.length > 0) yield rest.toString();
}
