import { describe, expect, it } from 'vitest'
import { UnexpectedAnswer } from '../../base/unexpectedAnswer.ts'
import { NoDirections, readDirections } from './directions.ts'

const leg = (value: unknown) => ({ distance: { text: 'x', value } })

describe('directions', () => {
  it('are as long as the legs of the first route', () => {
    const answer = { status: 'OK', routes: [{ legs: [leg(1200), leg(2345)] }, { legs: [leg(1)] }] }
    expect(readDirections(answer)).toEqual({ distance: 3.545, answer })
    expect(readDirections({ routes: [{ legs: [leg(0)] }] }).distance).toBe(0)
  })

  it('say in the words of the service why there are none', () => {
    const caught = (answer: unknown): unknown => {
      try {
        return readDirections(answer)
      } catch (error) {
        return error
      }
    }
    expect(caught({ status: 'NOT_FOUND' })).toMatchObject({ status: 'NOT_FOUND', said: '' })
    expect(caught({ status: 'REQUEST_DENIED', error_message: `A chave\nnão vale ${'x'.repeat(400)}` })).toMatchObject({
      said: `A chave não vale ${'x'.repeat(300 - 'A chave não vale '.length)}`,
    })
    expect(caught({ status: 'OK', routes: [] })).toBeInstanceOf(NoDirections)
  })

  it('that are not what the contract says are refused', () => {
    for (const answer of [
      null,
      'x',
      {},
      { routes: {} },
      { routes: [{}] },
      { routes: [{ legs: [{}] }] },
      { routes: [{ legs: [leg(-1)] }] },
    ])
      expect(() => readDirections(answer)).toThrow(UnexpectedAnswer)
  })
})
