import { expect, it } from 'vitest'
import { themeProperties } from './theme.js'

it('sets both schemes from one colour, and resets the page’s values for another colour', () => {
  const properties = themeProperties({
    accent: 'oklch(0.6 0.2 290)',
    radius: 10,
    font: '"Inter", sans-serif',
  })
  expect(properties).toMatchObject({
    '--leyden-accent': 'oklch(0.6 0.2 290)',
    '--leyden-dark-accent': 'oklch(0.6 0.2 290)',
    '--leyden-on-accent': 'initial',
    '--leyden-dark-accent-soft': 'initial',
    '--leyden-radius-card': '10px',
    '--leyden-radius-field': '6px',
    '--leyden-font': '"Inter", sans-serif',
  })
})

it('writes nothing that could end a declaration in server-rendered markup', () => {
  const value = 'red; background: url(https://elsewhere.example)'
  expect(themeProperties({ accent: value, font: value, radius: Number.NaN })).toEqual({})
  expect(themeProperties({ accent: 'red /*', font: 'Inter } body {', radius: value as never })).toEqual({})
})
