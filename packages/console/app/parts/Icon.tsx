/** In a square of 16. */
const PATHS = {
  done: 'm5 8.5 2 2 4-5M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1',
  note: 'M8 7.5v4M8 4.5v.01M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1',
  problem: 'M8 1.5 15 14H1zM8 6v4M8 12v.01',
  menu: 'M3 8v.01M8 8v.01M13 8v.01',
  close: 'm4 4 8 8M12 4l-8 8',
  closed: 'm6 4 4 4-4 4',
  opened: 'm4 6 4 4 4-4',
  right: 'M3 8h10M9 4l4 4-4 4',
} as const;

export type IconName = keyof typeof PATHS;

/** A sign beside words, or on a button with a name. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" class={name === 'menu' ? 'bold' : ''}>
      <path d={PATHS[name]} />
    </svg>
  );
}
