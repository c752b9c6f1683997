import { create } from 'storybook/theming/create'

/** Themes of Storybook itself: the sidebar, the toolbars and the docs pages. */
const brand = {
  brandTitle: 'Leyden – Lightning payments for web pages and games',
  brandTarget: '_self' as const,
  brandUrl: './',
  fontBase: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontCode: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  appBorderRadius: 8,
}

export const shellThemes = {
  light: create({
    ...brand,
    base: 'light',
    brandImage: './brand/leyden.svg',
    colorPrimary: '#f6a609',
    colorSecondary: '#8a5600',
    appBg: '#f6f5f2',
    appContentBg: '#ffffff',
    appPreviewBg: '#eceae6',
    appBorderColor: '#e4e1da',
    textColor: '#1c1a17',
    textMutedColor: '#635e55',
    barBg: '#ffffff',
    barTextColor: '#635e55',
    barSelectedColor: '#8a5600',
    barHoverColor: '#8a5600',
  }),
  dark: create({
    ...brand,
    base: 'dark',
    brandImage: './brand/leyden-dark.svg',
    colorPrimary: '#ffb938',
    // Storybook darkens this colour and puts white text on it.
    colorSecondary: '#d9921f',
    appBg: '#101114',
    appContentBg: '#17181c',
    appPreviewBg: '#0d0e11',
    appBorderColor: '#2b2d33',
    textColor: '#f3f1ec',
    textInverseColor: '#17181c',
    textMutedColor: '#b1aca2',
    barBg: '#17181c',
    barTextColor: '#b1aca2',
    barSelectedColor: '#ffb938',
    barHoverColor: '#ffb938',
    inputBg: '#1f2126',
    inputBorder: '#6a6e78',
    inputTextColor: '#f3f1ec',
  }),
}

export type Scheme = keyof typeof shellThemes

/** The scheme for a value of the toolbar, which may be `auto`. */
export function schemeOf(scheme: unknown): Scheme {
  if (scheme === 'light' || scheme === 'dark') return scheme
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
