import { describe, expect, it } from 'vitest'
import { modelForRights, type Permission, rightsFor } from '../../src/model/access/gate.ts'
import { shopDefinitions } from '../../src/model/fixtures/shop.ts'
import { readModel } from '../../src/model/read.ts'
import type { DefinitionFile } from '../../src/model/source/source.ts'
import { pageReads, refusedPage } from './pageReads.ts'

const owner: Permission = { admin: false, owner: true, logged: true, flags: {}, store: { entrega: true } }
const administrator: Permission = { ...owner, admin: true }
const employee: Permission = { ...owner, owner: false, flags: { cardapio_ver: true } }

function readsOf(definitions: readonly DefinitionFile[], permission: Permission, address: string): string {
  const { model } = readModel(definitions)
  const rights = rightsFor(model, permission)
  const { admin, owner: isOwner } = permission
  return pageReads({ model: modelForRights(model, rights), rights, user: { admin, owner: isOwner } }, address)
}

function edited(files: readonly DefinitionFile[], path: string, from: string, to: string): DefinitionFile[] {
  return files.map(file => {
    if (file.path !== path) return file
    if (!file.text.includes(from)) throw new Error(`${path} does not say ${from}`)
    return { ...file, text: file.text.replace(from, to) }
  })
}

/** Whether an administrator and the owner meet the same page. */
const isSame = (definitions: readonly DefinitionFile[], address: string): boolean =>
  readsOf(definitions, administrator, address) === readsOf(definitions, owner, address)

const groups = 'registers/cardapio/grupos.schema.json'
const products = 'registers/cardapio/produtos.schema.json'
/** Products whose tax codes anybody may see: by themselves they tell an administrator and the owner nothing apart. */
const shop = edited(shopDefinitions, 'registers/admin/ncms.schema.json', '"all": "admin"', '"all": "logged"')

describe('pageReads', () => {
  it.each(['/grupos', '/grupos/1', '/grupos/create'])('%s reads the same for an administrator and the owner', address => {
    expect(isSame(shopDefinitions, address)).toBe(true)
  })

  it('a register that is referred to and may be seen by one of them makes two pages of it', () => {
    expect(isSame(shop, '/produtos')).toBe(true)
    expect(isSame(shopDefinitions, '/produtos')).toBe(false)
  })

  it.each([
    ['a gate of the register', '"all": "cardapio_ver"', '"see": "cardapio_ver", "change": "admin"'],
    ['a condition that asks for the user', '"title": "Ativo"', '"title": "Ativo", "readOnlyWhen": "!user.admin"'],
  ])('%s makes two pages of it', (_, from, to) => {
    expect(isSame(edited(shopDefinitions, groups, from, to), '/grupos/1')).toBe(false)
  })

  it('a gate that only the owner passes tells the employee apart, and no administrator', () => {
    const definitions = edited(shopDefinitions, groups, '"all": "cardapio_ver"', '"see": "cardapio_ver", "change": "owner"')
    expect(isSame(definitions, '/grupos/1')).toBe(true)
    expect(readsOf(definitions, employee, '/grupos/1')).not.toBe(readsOf(definitions, owner, '/grupos/1'))
  })

  it('reads the rows of its lists', () => {
    const definitions = edited(shop, products, '"title": "Início"', '"title": "Início", "readOnlyWhen": "!user.admin"')
    expect(isSame(definitions, '/produtos/1')).toBe(false)
    expect(isSame(definitions, '/grupos/1')).toBe(true)
  })

  it('reads where an address leads', () => {
    const view = 'registers/cardapio/produtos.ui.json'
    const leading = edited(shop, view, '/produtos?grupoId={grupoId}', '/lojas')
    const closed = edited(leading, 'registers/admin/lojas.schema.json', '"see": "owner"', '"see": "admin"')
    expect(isSame(leading, '/produtos')).toBe(true)
    expect(isSame(closed, '/produtos')).toBe(false)
  })

  it('nothing is read of what may not be opened', () => {
    expect(readsOf(shopDefinitions, owner, '/ncms')).toBe(refusedPage)
    expect(readsOf(shopDefinitions, administrator, '/ncms')).not.toBe(refusedPage)
    expect(readsOf(shopDefinitions, employee, '/produtos/create')).toBe(refusedPage)
  })
})
