import { describe, expect, it } from 'vitest'
import type { RegisterRow } from '../../data/registerRows.ts'
import type { ImageFile } from './imageFile.ts'
import { imageLines, isReady } from './imageLines.ts'

const image = (id: number, fault?: ImageFile['fault']): ImageFile => ({
  id,
  file: new File([], `${id}.png`),
  keys: [`${id}`],
  url: '',
  ...(fault ? { fault } : {}),
})
const row = (id: number): RegisterRow => ({ id, nome: `Produto ${id}` })
const nameOf = (record: RegisterRow): string => String(record.nome)
const codes = (lines: ReturnType<typeof imageLines>) => lines.map(({ image: { id }, problem }) => [id, problem?.code])

describe('files beside their records', () => {
  it('what cannot be sent comes first, with its reason', () => {
    const found = new Map([
      [1, [row(1)]],
      [2, []],
      [3, [row(3), row(4)]],
      [4, [row(5)]],
    ])
    const images = [image(1), image(2), image(3), image(4, 'images.not-image')]
    const lines = imageLines(images, found, new Map(), nameOf)
    expect(codes(lines)).toEqual([
      [2, 'images.no-record'],
      [3, 'images.several'],
      [4, 'images.not-image'],
      [1, undefined],
    ])
    expect(lines[1]?.problem?.params).toEqual({ names: 'Produto 3, Produto 4' })
    expect(lines.filter(isReady).map(line => line.record?.id)).toEqual([1])
  })

  it('two files of one record wait until one is taken out', () => {
    const found = new Map([
      [1, [row(1)]],
      [2, [row(1)]],
    ])
    expect(codes(imageLines([image(1), image(2)], found, new Map(), nameOf))).toEqual([
      [1, 'images.twice'],
      [2, 'images.twice'],
    ])
    expect(imageLines([image(2)], found, new Map(), nameOf).every(isReady)).toBe(true)
  })

  it('what failed can be sent again, what is sent cannot; nothing is ready before it was looked for', () => {
    const found = new Map([
      [1, [row(1)]],
      [2, [row(2)]],
    ])
    const outcomes = new Map([
      [1, { state: 'failed' as const, reason: 'x' }],
      [2, { state: 'sent' as const }],
    ])
    const lines = imageLines([image(1), image(2), image(3)], found, outcomes, nameOf)
    expect(lines.map(isReady)).toEqual([true, false, false])
  })
})
