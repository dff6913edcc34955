import './style/base.css';
import './style/parts.css';
import './style/screens.css';
import { render } from 'preact';
import { App } from './App.tsx';
import { ROOT } from './state/config.ts';
import { keepFocus } from './state/focus.ts';

ROOT.replaceChildren(); // what is there without scripts
keepFocus();
render(<App />, ROOT);
