import { h, render } from 'preact';
import { App } from './app.ts';
import { takeToken } from './session.ts';

takeToken(window);
const root = document.getElementById('root');
if (root !== null) render(h(App, {}), root);
