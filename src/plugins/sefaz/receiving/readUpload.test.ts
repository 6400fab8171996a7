import { zipSync } from 'fflate'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../server/plugin.ts'
import { dataUrl, emptyElements, repeatingArchive } from '../fixtures/hostileArchives.ts'
import { openUpload, uploadBudget } from './openUpload.ts'
import { readUpload } from './readUpload.ts'

const cnpj = '11444777000161'
const codeOf = async (arquivos: string): Promise<string> => {
  try {
    return (await readUpload({ arquivos }, cnpj)).map(({ file }) => ('code' in file ? file.code : 'note'))[0] ?? 'none'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

test.each([40, 400, 4000])('a directory that names one file %i times is refused before anything is unpacked', times => {
  const content = Buffer.from(`<a>${'<b/>'.repeat(2450)}</a>`)
  for (const names of ['same', 'different'] as const) {
    const budget = uploadBudget()
    expect(() => openUpload({ arquivos: dataUrl(repeatingArchive(content, times, names)) }, budget)).toThrow(ApiError)
    expect(budget.left).toEqual(uploadBudget().left)
  }
})

test.each([1, 10, 100])('40 files of %i times 2,450 elements are counted before one is parsed', async times => {
  const arquivos = dataUrl(emptyElements(40, 2450 * times))
  const parsed = vi.spyOn(XmlDocument, 'fromString')
  expect(await codeOf(arquivos)).toBe(times > 1 ? 'received.too-much' : 'received.upload-failed')
  expect(parsed).toHaveBeenCalledTimes(times > 1 ? 0 : 40)
  parsed.mockRestore()
})

test('several archives have what one has', async () => {
  const large = dataUrl(
    zipSync(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}.xml`, new Uint8Array(900_000)]))),
  )
  expect(await codeOf(large)).toBe('received.upload-failed')
  expect(await codeOf([large, large].join('\n'))).toBe('received.too-much')
  const many = (start: number): string =>
    dataUrl(zipSync(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${start + at}.xml`, Buffer.from('<a/>')]))))
  expect(await codeOf([many(0), many(150)].join('\n'))).toBe('received.too-many-files')
})

test('what is no note of an archive is not unpacked, and a size that is not told as it is refuses it', async () => {
  const picture = new Uint8Array(5_000_000)
  expect(
    openUpload({ arquivos: dataUrl(zipSync({ 'nota.pdf': picture, 'a.xml': Buffer.from('<a/>') })) }, uploadBudget()),
  ).toHaveLength(1)
  const lying = Buffer.from(zipSync({ 'a.xml': new Uint8Array(900_000) }))
  lying.writeUInt32LE(10, lying.indexOf(Buffer.from('504b0102', 'hex')) + 24)
  expect(await codeOf(dataUrl(lying))).toBe('received.upload-failed')
})

test('others are answered between the files of an upload', async () => {
  let turns = 0
  let over = false
  const turn = (): void => {
    turns += 1
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  await readUpload({ arquivos: dataUrl(emptyElements(40, 10)) }, cnpj)
  over = true
  expect(turns).toBeGreaterThanOrEqual(39)
})
