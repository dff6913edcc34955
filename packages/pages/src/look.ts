/**
 * The look of pages and console: variables for colours, light and dark. Every pair of colours has a contrast of at least 4.5 to 1.
 */
export const LOOK = `:root {
  color-scheme: light dark;
  --back: #eef1f4; --card: #fff; --text: #1b2127; --quiet: #49535d; --line: #68737e; --edge: #d3d9df; --accent: #17529e; --on-accent: #fff;
  --done: #14592f; --done-back: #e5f4ea; --note: #1c4a85; --note-back: #e8f0fb; --problem: #96190f; --problem-back: #fdeceb;
  background: var(--back); color: var(--text); font: 100%/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161a; --card: #1c2228; --text: #e8ebee; --quiet: #b4bdc6; --line: #8b96a1; --edge: #36404a; --accent: #8dbbff; --on-accent: #0a1a30;
    --done: #8fdcab; --done-back: #15301f; --note: #a9cdff; --note-back: #16283f; --problem: #ffb4ab; --problem-back: #3b1a17;
  }
}
`;
