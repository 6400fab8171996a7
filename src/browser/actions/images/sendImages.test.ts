import { describe, expect, it } from 'vitest'
import type { ImageOutcome } from './imageLines.ts'
import { type ImageToSend, sendImages } from './sendImages.ts'

const pictures = (count: number): ImageToSend[] =>
  Array.from({ length: count }, (_, at) => ({
    image: { id: at, file: new File([], `${at}.png`), keys: [], url: '' },
    record: { id: at, version: 3 },
  }))

/** Sends them to a server that refuses some uploads and some records; tells the outcomes and the sizes of the saves. */
async function send(count: number, refuses: { upload?: number; save?: number; call?: boolean; stopAfter?: number } = {}) {
  const outcomes = new Map<number, ImageOutcome | undefined>()
  const saves: (readonly Readonly<Record<string, unknown>>[])[] = []
  const stop = new AbortController()
  let uploads = 0
  await sendImages(pictures(count), {
    field: 'foto',
    stop: stop.signal,
    upload: async ({ id }) => {
      uploads += 1
      if (uploads === refuses.stopAfter) stop.abort()
      if (id === refuses.upload) throw new Error('Disco cheio.')
      return `/files/${id}.png`
    },
    save: async items => {
      saves.push(items)
      if (refuses.call) throw new Error('Sem conexão.')
      const at = items.findIndex(({ id }) => id === refuses.save)
      const problemas = at < 0 ? [] : [{ path: `itens.${at}.foto`, code: 'locked', message: 'Em uso.' }]
      return { registros: [], problemas }
    },
    told: ({ id }, outcome) => void outcomes.set(id, outcome),
    reasonOf: error => (error instanceof Error ? error.message : ''),
  })
  return { outcomes, saves, uploads }
}

describe('sending many pictures', () => {
  it('saves them in parts, each with its version', async () => {
    const { outcomes, saves } = await send(50)
    expect(saves.length).toBeLessThanOrEqual(5)
    expect(saves.flat()).toHaveLength(50)
    expect(saves.flat()).toContainEqual({ id: 7, version: 3, foto: '/files/7.png' })
    expect([...outcomes.values()].every(outcome => outcome?.state === 'sent')).toBe(true)
  })

  it('one that is refused stops no other and says why', async () => {
    const { outcomes } = await send(5, { upload: 1, save: 3 })
    expect(outcomes.get(1)).toEqual({ state: 'failed', reason: 'Disco cheio.' })
    expect(outcomes.get(3)).toEqual({ state: 'failed', reason: 'Em uso.' })
    expect([0, 2, 4].map(id => outcomes.get(id)?.state)).toEqual(['sent', 'sent', 'sent'])
  })

  it('a save that fails is told of all that it held', async () => {
    const { outcomes } = await send(2, { call: true })
    expect([...outcomes.values()]).toEqual([
      { state: 'failed', reason: 'Sem conexão.' },
      { state: 'failed', reason: 'Sem conexão.' },
    ])
  })

  it('stopped, it begins no more and saves what is there', async () => {
    const { uploads, saves } = await send(30, { stopAfter: 4 })
    expect(uploads).toBeLessThan(10)
    expect(saves.flat()).toHaveLength(uploads)
  })
})
