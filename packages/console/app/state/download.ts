/** Gives a file to the person. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address)); // after the browser has taken it
}

/** A name of a file that all systems take. */
export const fileNameOf = (name: string, ending: string): string =>
  `${name.replaceAll(/[\p{C}<>:"/\\|?*]/gu, '_').slice(0, 60)}.${ending}`;
