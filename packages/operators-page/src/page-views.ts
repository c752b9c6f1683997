import type { Answer, AnswerKind } from './answer.js'
import { timeText } from './answer.js'
import { type Html, html } from './html.js'
import { STYLE_ELEMENT } from './page-style.js'

/** The path of the page below the prefix. */
export const PAGE_PATH = '/admin/page'

/** A page that is shown to an operator. */
export interface Page {
  /** Its heading, and the beginning of the window's title. */
  title: string
  content: Html
  /** The list that it is, for the navigation. */
  list?: 'payments' | 'sessions' | 'events' | undefined
}

const LISTS = { payments: 'Payments', sessions: 'Purchases', events: 'Events' } as const

/** A whole document with the navigation. */
export function operatorDocument({ title, content, list }: Page, prefix: string): string {
  const base = prefix + PAGE_PATH
  const links = Object.entries(LISTS).map(
    ([name, text]) =>
      html`<a href="${base}/${name}"${name === list && html` aria-current="page"`}>${text}</a>`,
  )
  return pageDocument(
    title,
    html`<header>
<nav aria-label="Lists"><a href="${base}">Overview</a>${links}</nav>
</header>
<main>
<h1>${title}</h1>
${content}
</main>`,
  )
}

/** A whole document without the navigation. */
export function plainDocument(title: string, content: Html): string {
  return pageDocument(title, html`<main><h1>${title}</h1>${content}</main>`)
}

function pageDocument(title: string, body: Html): string {
  return `<!doctype html>\n${html`<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Leyden operations</title>
${STYLE_ELEMENT}</head>
<body>
${body}
</body></html>`}\n`
}

export function searchForm(prefix: string, value = ''): Html {
  return html`<form method="post" action="${prefix}${PAGE_PATH}/search" class="search" role="search">
<label>Reference, address, payment hash, preimage, invoice or session <input type="text" name="text" value="${value}" required autocomplete="off" spellcheck="false" autocapitalize="off"></label>
<button class="main">Search</button>
</form>`
}

const TONES: Partial<Record<AnswerKind, 'good' | 'warn' | 'bad'>> = {
  held: 'warn',
  taken_back: 'bad',
  paid_twice: 'bad',
  wrong_amount: 'bad',
  given_up: 'bad',
  paid_and_waiting: 'warn',
  paid_and_delivered: 'good',
  paid_without_receiver: 'warn',
}

export function answerCard({ kind, title, why, todo }: Answer): Html {
  return html`<section class="card answer ${TONES[kind] ?? ''}" data-answer="${kind}">
<p class="title">${title}</p>
${why.map((sentence) => html`<p>${sentence}</p>`)}
${todo.length > 0 && html`<ul class="todo">${todo.map((each) => html`<li>${each}</li>`)}</ul>`}
</section>`
}

export function time(at: string | Date): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${timeText(at)}</time>`
}

/** Terms and their values, without those that are undefined. */
export function facts(entries: Readonly<Record<string, Html | string | undefined>>): Html {
  const rows = Object.entries(entries).filter(([, value]) => value !== undefined)
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

/** A value that may be personal data, which a person has to open first. */
export function hidden(summary: string, value: string): Html {
  return html`<details><summary>${summary}</summary><code>${value}</code></details>`
}
