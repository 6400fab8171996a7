import { describe, expect, it } from 'vitest'
import type { Model } from '../../src/model/model.ts'
import { describeGate, flagEffect } from './gate.ts'

const model = {
  registers: { lojas: { scope: 'self', fields: [{ name: 'cardapio_digital', title: 'Cardápio digital' }] } },
  flags: [
    { name: 'ver', title: 'Ver o cardápio', group: 'Cardápio' },
    { name: 'criar', title: 'Criar no cardápio', group: 'Cardápio' },
  ],
  features: ['cardapio_digital'],
} as unknown as Model

describe('a gate in words', () => {
  it.each([
    [undefined, 'Ninguém'],
    ['false', 'Ninguém'],
    ['logged', 'Qualquer pessoa que entrou'],
    ['admin', 'Administrador da plataforma'],
    ['owner || admin', 'Proprietário e administrador'],
    ['ver', 'Ver o cardápio'],
    ['ver && criar', 'Ver o cardápio e Criar no cardápio'],
    ['ver || owner || admin', 'Ver o cardápio ou Proprietário e administrador'],
    ['store.cardapio_digital && (ver || criar)', 'loja com Cardápio digital e (Ver o cardápio ou Criar no cardápio)'],
    ['(owner || admin) && store.cardapio_digital', 'Proprietário e administrador e loja com Cardápio digital'],
    ['!owner', 'Quem não é proprietário nem administrador'],
    ['ver && !store.cardapio_digital', 'Ver o cardápio e loja sem Cardápio digital'],
    ['!(ver && criar)', 'não (Ver o cardápio e Criar no cardápio)'],
  ])('%s: %s', (gate, words) => {
    expect(describeGate(model, gate)).toBe(words)
  })
})

describe('what a flag does for a gate', () => {
  it.each([
    ['ver', 'alone'],
    ['ver || admin', 'alone'],
    ['ver && criar', 'together'],
    ['criar', undefined],
    ['logged || ver', undefined],
    [undefined, undefined],
  ])('%s: %s', (gate, part) => {
    expect(flagEffect(model, gate, 'ver')).toBe(part)
  })
})
