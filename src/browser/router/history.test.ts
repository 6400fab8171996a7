import { describe, expect, it } from 'vitest'
import { createMemoryHistory, resolveTarget } from './history.ts'

const from = { pathname: '/produtos', search: '?page=2' }

describe('an address', () => {
  it.each([
    ['/grupos?x=1#y', '/grupos?x=1#y'],
    ['?page=3', '/produtos?page=3'],
    [{ search: '' }, '/produtos'],
    [{ search: '?q=a' }, '/produtos?q=a'],
    [{ pathname: '/x' }, '/x'],
  ])('%j means %s', (to, address) => expect(resolveTarget(to, from)).toBe(address))
})

describe('a history of its own', () => {
  it('goes on, back and forth', () => {
    const places = createMemoryHistory('/a?x=1')
    const seen: string[] = []
    places.listen((how, delta) => seen.push(`${how} ${delta} ${places.location().pathname}`))
    places.push('/b', { from: 'a' })
    places.replace('/c')
    places.go(-1)
    expect(places.location()).toMatchObject({ pathname: '/a', search: '?x=1' })
    places.go(1)
    places.go(5)
    expect(seen).toEqual(['move 0 /b', 'move 0 /c', 'pop -1 /a', 'pop 1 /c', 'pop 0 /c'])
  })
  it('forgets what lay ahead', () => {
    const places = createMemoryHistory('/a')
    places.push('/b')
    places.go(-1)
    places.push('/c')
    places.go(1)
    expect(places.location().pathname).toBe('/c')
  })
})
