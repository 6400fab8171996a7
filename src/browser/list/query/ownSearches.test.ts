import { describe, expect, it } from 'vitest'
import { createOwnSearches } from './ownSearches.ts'

describe('searches of a box', () => {
  it('that the address shows when more is typed take no letter back', () => {
    const own = createOwnSearches('')
    own.make('1')
    own.make('10')
    expect(own.follow('1', '10')).toBeUndefined()
    expect(own.last).toBe('10')
    expect(own.follow('10', '101')).toBeUndefined()
    own.make('101')
    expect(own.follow('101', '101')).toBeUndefined()
  })

  it('may be left out by the address on its way to the last one', () => {
    const own = createOwnSearches('')
    for (const text of ['1', '10', '101']) own.make(text)
    expect(own.follow('101', '101')).toBeUndefined()
    expect(own.follow('1', '101')).toBe('1')
  })

  it('give way to an address that changed by other means, unless somebody types', () => {
    const own = createOwnSearches('')
    own.make('pizza')
    own.follow('pizza', 'pizza')
    expect(own.follow('', 'pizza')).toBe('')
    expect(own.follow('suco', 'su')).toBeUndefined()
    expect(own.last).toBe('suco')
  })

  it('that ask for what is shown are not waited for', () => {
    const own = createOwnSearches('')
    own.make('')
    own.make('pizza')
    own.follow('pizza', 'pizza')
    expect(own.follow('', 'pizza')).toBe('')
  })
})
