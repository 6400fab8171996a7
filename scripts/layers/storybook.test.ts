import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eitherModel } from '../../.storybook/productModel.ts'
import { sampleLayer } from '../../tests/fixtures/layeredFolder.ts'

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

const shipped = join(import.meta.dirname, '../../schemas')

/** Names of the stories that show a register of the product twice. */
async function besides(register: string): Promise<readonly (string | undefined)[]> {
  const { registerIndexer } = await import('../../.storybook/indexer.ts')
  const stories = await registerIndexer.createIndex(join(shipped, 'registers', register), { makeTitle: title => title ?? '' })
  return stories.filter(({ tags }) => tags?.includes('beside')).map(({ name }) => name)
}

it('shows a register that a layer speaks of as the product has it and with the layer, and no other', async () => {
  vi.stubEnv('SCHEMAS_DIR', shipped)
  vi.stubEnv('LAYERS', sampleLayer('acme'))
  expect(await besides('cadastros/parceiros.schema.json')).toEqual(['Lista: produto e camada', 'Formulário: produto e camada'])
  expect(await besides('cardapio/grupos.schema.json')).toEqual([])
})

it('shows none without layers', async () => {
  vi.stubEnv('SCHEMAS_DIR', shipped)
  vi.stubEnv('LAYERS', '')
  expect(await besides('cadastros/parceiros.schema.json')).toEqual([])
})

it('takes the definitions that the address of a page asks for', async () => {
  const takenAt = async (search: string) => {
    vi.stubGlobal('location', { search })
    const code = `${eitherModel('"product"', '"layered"')}\n//${search}`
    return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)).default
  }
  expect(await takenAt('?id=a&globals=theme:dark;camadas:produto')).toBe('product')
  expect(await takenAt('?id=a&globals=camadas:camadas')).toBe('layered')
  expect(await takenAt('?id=a')).toBe('layered')
})
