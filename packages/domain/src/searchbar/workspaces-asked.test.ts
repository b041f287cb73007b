import { describe, expect, it } from 'vitest'
import { parseSearch } from './grammar.ts'
import { asksAllWorkspaces, inOneWorkspace } from './normal-form.ts'
import { printSearch } from './print.ts'

describe('[SB-1] a search over all workspaces', () => {
  it.each([
    ['workspace:all', ''],
    ['tea, workspace:ALL, milk', 'tea, milk'],
    ['workspace:all, (a | b, c)', 'c, a | b'],
    ['(tea, workspace:all)', 'tea'],
  ])('the search %s asks for all workspaces, and is %j within one workspace', (text, inOne) => {
    expect(asksAllWorkspaces(parseSearch(text))).toBe(true)
    const one = inOneWorkspace(parseSearch(text))
    expect(printSearch(one)).toBe(inOne)
    expect(asksAllWorkspaces(one)).toBe(false)
  })

  it.each([
    'tea',
    '-workspace:all',
    'tea | workspace:all',
    '"workspace:all"',
    'workspace:some',
    'workspace: all',
  ])('the search %s does not ask for all workspaces', (text) => {
    expect(asksAllWorkspaces(parseSearch(text))).toBe(false)
    expect(inOneWorkspace(parseSearch(text))).toEqual(parseSearch(text))
  })
})
