import { expect, test } from 'vitest'
import { createIntegrationHealth } from './integrationHealth.ts'

function watched() {
  let time = 0
  const told: string[] = []
  const health = createIntegrationHealth({ failures: 3, rhythm: 1000 }, () => time)
  health.tell({
    failing: ({ name, since, reason }) => void told.push(`${name} fails since ${since.getTime()}: ${reason}`),
    answers: name => void told.push(`${name} answers`),
  })
  return { health, told, at: (moment: number) => (time = moment) }
}

test('some failures in a row make a service a failing one, told from its first failure on', () => {
  const { health, told, at } = watched()
  for (const moment of [10, 20, 30, 40]) {
    at(moment)
    health.failed('a', 'timeout')
  }
  expect(told).toEqual(['a fails since 10: timeout'])
  at(2000)
  health.failed('a', 'status')
  expect(told.slice(1)).toEqual(['a fails since 10: status'])
  health.succeeded('a')
  health.succeeded('a')
  expect(told.slice(2)).toEqual(['a answers'])
})

test('a failure now and then is none', () => {
  const { health, told } = watched()
  health.succeeded('a')
  for (let call = 0; call < 5; call += 1) {
    health.failed('a', 'unreachable')
    health.failed('a', 'unreachable')
    health.succeeded('a')
  }
  expect(told).toEqual(['a answers'])
})

test('the first answer since the start is told, so that what another process left is cleared', () => {
  const { health, told } = watched()
  health.succeeded('a')
  health.succeeded('a')
  health.succeeded('b')
  expect(told).toEqual(['a answers', 'b answers'])
})
