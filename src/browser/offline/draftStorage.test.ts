import { beforeEach, expect, test, vi } from 'vitest'
import { deleteSavedDraft, readStoredDraft, storeDraft } from './draftStorage.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  })
})

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const write = (second: number, nome: string): void => storeDraft('d', { at: at(second), content: { values: { nome } } })

test('a draft goes with the save that holds it, though it was written down again after that was asked for', () => {
  write(1, 'Ana')
  write(3, 'Ana')
  deleteSavedDraft('d', at(2))
  expect(readStoredDraft('d')).toBeUndefined()
})

test('a draft stays where more was typed after the save was asked for', () => {
  write(1, 'Ana')
  write(3, 'Ana Maria')
  deleteSavedDraft('d', at(2))
  expect(readStoredDraft('d')).toMatchObject({ content: { values: { nome: 'Ana Maria' } } })
})
