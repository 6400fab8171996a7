import { describe, expect, it } from 'vitest'
import type { MenuGroup, Model } from '../../model/model.ts'
import { allowedMenu, currentMenuItem, matchRoute } from './route.ts'

const register = (name: string, path: string, access: object, textKey = false) => ({
  name,
  access,
  textKey,
  views: { path, list: {} },
})
const model = {
  registers: {
    produtos: register('produtos', '/produtos', { see: 'ver', create: 'criar' }),
    Conta: register('Conta', '/Conta', { see: 'contas' }),
    contas_parceiros: {
      ...register('contas_parceiros', '/contas_parceiros', { see: 'ver' }),
      views: { path: '/contas_parceiros', gate: 'owner' },
    },
    respostas: {
      ...register('respostas', '/respostas', { see: 'ver', create: 'criar' }),
      views: { path: '/respostas', list: { create: false } },
    },
    ncms: register('ncms', '/ncms', { see: 'ver' }, true),
  },
  screens: {
    pagas: { name: 'pagas', path: '/Conta/pagas', gate: 'contas', body: { embed: {} } },
    perfil: { name: 'perfil', path: '/perfil', gate: 'owner', body: { record: {} } },
  },
  imports: { ncm: { name: 'ncm', path: '/ImportarNCM', gate: 'owner' } },
  reports: {
    curva: { name: 'curva', path: '/relatorio/curva-abc', gate: 'contas' },
    parceiro: { name: 'parceiro', path: '/Conta/contas-por-parceiro', gate: 'contas' },
  },
} as unknown as Model
const all = { ver: true, criar: true, contas: true, owner: true }

describe('what an address opens', () => {
  it('is no form of a register whose records no page makes', () => {
    expect(matchRoute(model, all, '/respostas/create')).toBeUndefined()
  })

  it.each([
    ['/produtos', { kind: 'list' }],
    ['/PRODUTOS/', { kind: 'list' }],
    ['/produtos/create', { kind: 'form', id: undefined }],
    ['/respostas', { kind: 'list' }],
    ['/produtos/7/2', { kind: 'form', id: '7', tab: '2' }],
    ['/Conta/9', { kind: 'form', id: '9' }],
    ['/ncms/01012100', { kind: 'form', id: '01012100' }],
    ['/ncms/exterior', { kind: 'form', id: 'exterior' }],
    ['/conta/pagas', { kind: 'screen' }],
    ['/perfil/3', { kind: 'screen', rest: ['3'] }],
    ['/importarncm', { kind: 'import' }],
    ['/Relatorio/curva-ABC', { kind: 'report', report: { name: 'curva' } }],
    ['/conta/contas-por-parceiro', { kind: 'report', report: { name: 'parceiro' } }],
  ])('%s', (path, expected) => expect(matchRoute(model, all, path)).toMatchObject(expected))

  it.each(['/x', '/produtos/1/2/3', '/produtos/resumo', '/ImportarNCM/2'])('%s opens nothing', path =>
    expect(matchRoute(model, all, path)).toBeUndefined(),
  )
  it('is closed to who sees the records and may not open their pages', () => {
    for (const path of ['/contas_parceiros', '/contas_parceiros/7']) {
      expect(matchRoute(model, all, path)).toMatchObject({ register: { name: 'contas_parceiros' } })
      expect(matchRoute(model, { ver: true }, path)).toBeUndefined()
    }
  })
  it('is closed without the right', () => {
    expect(matchRoute(model, { ver: true }, '/produtos/create')).toBeUndefined()
    expect(matchRoute(model, {}, '/produtos')).toBeUndefined()
    expect(matchRoute(model, { ver: true }, '/Conta/pagas')).toBeUndefined()
    expect(matchRoute(model, { ver: true }, '/relatorio/curva-abc')).toBeUndefined()
  })
})

describe('the menu', () => {
  const item = (path: string, gate: string) => ({ title: path, path, gate, opens: { address: path } })
  const groups = [
    {
      id: 'a',
      title: 'A',
      icon: 'x',
      place: 'side',
      items: [item('/caixas', 'ver'), item('/caixas?conferido=true', 'ver'), item('/b', 'nada')],
    },
    { id: 'b', title: 'B', icon: 'x', place: 'side', items: [item('/c', 'nada')] },
  ] as const satisfies readonly MenuGroup[]

  it('shows a group only when one of its items is allowed', () => {
    expect(allowedMenu(groups, { ver: true }, 'side').map(group => group.items.length)).toEqual([2])
  })
  it('marks the item with the filter of the address', () => {
    expect(currentMenuItem(groups, '/caixas/4', '')?.item.path).toBe('/caixas')
    expect(currentMenuItem(groups, '/caixas', '?page=2&conferido=true')?.item.path).toBe('/caixas?conferido=true')
  })
})
