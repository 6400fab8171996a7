import { expect, it } from 'vitest'
import { backupName, outdatedBackups } from './keptBackups.ts'

const daily = Array.from({ length: 100 }, (_, day) => backupName(new Date(Date.UTC(2026, 0, 1 + day, 6, 30))))

it('keeps the newest, and the first of each of the last months', () => {
  const gone = new Set(outdatedBackups(daily, { newest: 3, months: 2 }))
  expect(daily.filter(name => !gone.has(name))).toEqual([
    'retaguarda-2026-03-01T06-30-00Z.tar.gz.sealed',
    'retaguarda-2026-04-01T06-30-00Z.tar.gz.sealed',
    'retaguarda-2026-04-08T06-30-00Z.tar.gz.sealed',
    'retaguarda-2026-04-09T06-30-00Z.tar.gz.sealed',
    'retaguarda-2026-04-10T06-30-00Z.tar.gz.sealed',
  ])
})

it('lets those of versions that did not seal them go as well', () => {
  const old = 'retaguarda-2025-12-01T06-30-00Z.tar.gz'
  expect(outdatedBackups([old, ...daily.slice(0, 1)], { newest: 1, months: 0 })).toEqual([old])
})

it('touches nothing that somebody else put there', () => {
  expect(outdatedBackups(['minha.tar.gz', 'retaguarda-antes.tar.gz', `${daily[0]}.part`], { newest: 1, months: 0 })).toEqual([])
  expect(outdatedBackups([...daily.slice(0, 2), 'zz.txt'], { newest: 1, months: 0 })).toEqual([daily[0]])
})
