import { describe, expect, it } from 'vitest'
import type { Register } from '../../src/model/model.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { describeCondition, describeValue } from './expression.ts'
import { expressionNamesOf } from './expressionNames.ts'

const { model } = readDefinitions()
const names = (register: string) => expressionNamesOf(model, model.registers[register] as Register)

describe('a condition in words', () => {
  it.each([
    ['parceiros', 'cliente && credito_ativo', '“Cliente” está marcado e “Crédito ativo” está marcado'],
    ['parceiros', '!(cliente || fornecedor)', '“Cliente” não está marcado e “Fornecedor” não está marcado'],
    ['user_lojas', 'type == 2', '“Tipo” é “Funcionário”'],
    ['user_lojas', '!isNew', 'o registro já existe'],
    [
      'grupos',
      'isNew || paiId == 0 || paiId != id',
      'o registro é novo, “Grupo pai” está em branco ou “Grupo pai” é diferente de “Id”',
    ],
    ['produtos', 'size(store.tabelasPreco) >= 2', 'número de “Tabelas de preço” da loja é pelo menos 2'],
    ['produtos', 'round(preco_cst_prod, 2) == preco_cst_prod', '“Preço de custo” tem no máximo 2 casas decimais'],
    ['produtos', 'empty(promocao_de) || promocao_de <= promocao_ate', '“De” está em branco ou “De” não é depois de “Até”'],
    ['produtos', '!(preco_cst_prod < 10.5)', '“Preço de custo” é pelo menos 10,5'],
    ['produtos', 'grupo.nome != ""', '“Nome” de “Grupo” está preenchido'],
    ['lojas', '!user.admin && !empty(store.whatsapp)', 'quem usa não é administrador e “WhatsApp” da loja está preenchido'],
    ['pergunta', 'respostas.all(r, r.valor > 0)', 'em todas as linhas de “Respostas”, “Valor” é maior que 0'],
    ['pergunta', 'this is no expression', 'this is no expression'],
  ])('%s: %s', (register, expression, words) => {
    expect(describeCondition(expression, names(register))).toBe(words)
  })
})

describe('a value in words', () => {
  it.each([
    ['pergunta', 'sum(respostas.map(r, r.valor))', 'soma de “Valor” de “Respostas”'],
    ['produtos', 'startOfDay(now)', 'início de hoje'],
    [
      'produtos',
      'preco_cst_prod == 0.0 ? preco_vnd_prod : round(preco_cst_prod * (100.0 + margem) / 100.0, 2)',
      'se “Preço de custo” é 0, “Preço de venda”; senão, “Preço de custo” × (100 + “Margem”) ÷ 100, arredondado a 2 casas',
    ],
    [
      'produtos',
      "size(store.tabelasPreco) >= 2 ? store.tabelasPreco[1].nome : ''",
      'se número de “Tabelas de preço” da loja é pelo menos 2, “Nome” da 2ª linha de “Tabelas de preço” da loja; senão, em branco',
    ],
  ])('%s: %s', (register, expression, words) => {
    expect(describeValue(expression, names(register))).toBe(words)
  })
})
