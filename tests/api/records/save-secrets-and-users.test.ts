import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPasswordHash } from '../../../src/server/access/users.ts'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { openMailTransport } from '../../../src/server/features/mail/mailTransport.ts'
import { startMailWorker } from '../../../src/server/features/mail/mailWorker.ts'
import { linkInMail, mailText } from '../../mailCatcher.ts'
import { type Catalogue, ok, openCatalogue, refusal } from '../fixtures/catalogue.ts'
import { withoutChance } from '../fixtures/withoutChance.ts'

let shop: Catalogue['shop']
let admin: Catalogue['admin']
let dono: Catalogue['dono']

beforeAll(async () => {
  ;({ shop, admin, dono } = await openCatalogue())
})
afterAll(() => shop?.close())

describe('secrets', () => {
  test('are sealed in the database, masked in replies and history, and kept when the mask comes back', async () => {
    const made = await ok(
      dono('POST', '/api/parceiros', { nome_fantasia: 'Ana', funcionario: true, usuario_pdv: 7, senha_pdv: '4321' }),
    )
    expect(made.senha_pdv).toBe('********')
    const stored = async () =>
      (await shop.database.read({ stores: [1] }, q => q.query('SELECT senha_pdv FROM parceiros WHERE id = $1', [made.id])))
        .rows[0]?.senha_pdv
    const sealed = await stored()
    expect(sealed).toMatch(/^v1\./)
    await ok(dono('PUT', '/api/parceiros', { ...made, nome_fantasia: 'Ana Maria' }))
    expect(await stored()).toBe(sealed)
    await ok(dono('PATCH', `/api/parceiros/${made.id}`, { senha_pdv: '9876' }))
    expect(await stored()).not.toBe(sealed)
    const logs = withoutChance(JSON.stringify((await dono('GET', '/api/user_logs')).body))
    expect(logs).not.toContain('4321')
    expect(logs).not.toContain('9876')
    expect((await dono('GET', '/api/parceiros?filter={"where":{"senha_pdv":"4321"}}')).status).toBe(400)
  })
})

/** The mails that were put into the outbox, sent as files. */
const letters = async (): Promise<string[]> => {
  const send = openMailTransport({ url: undefined, from: undefined }, shop.dataDir)
  const { system: q } = shop.database
  const carrier = startMailWorker({ q, secrets: () => secretsOfInstallation(shop.dataDir), send, log: shop.service.log })
  await carrier.deliver()
  await carrier.close()
  const folder = join(shop.dataDir, 'mail')
  return readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'))
}

test('credit asks for how it is paid', async () => {
  const partner = { nome_fantasia: 'Com crédito', cliente: true, credito_ativo: true }
  expect(await refusal(dono('POST', '/api/parceiros', { ...partner, credito_valor_alt: null }))).toMatchObject({
    details: ['credito_valor_alt: required', 'credito_dia_pagamento: required'],
  })
  const saved = await ok(dono('POST', '/api/parceiros', { ...partner, credito_dia_pagamento: 10 }))
  expect(saved).toMatchObject({ credito_tipo_alt: 'DESCONTO', credito_valor_alt: 0, credito_limite: 0 })
})

describe('store users', () => {
  test('a user that the administrator makes gets a link by mail, and no password', async () => {
    const made = await ok(admin('POST', '/api/users', { email: 'direto@exemplo.com.br', nome: 'Direto' }))
    const mail = (await letters()).find(text => text.includes('To: direto@exemplo.com.br')) ?? ''
    expect(linkInMail(mailText(mail)).searchParams.get('t')).toMatch(/^[\w-]{43}$/)
    expect(await findPasswordHash(shop.database.system, Number(made.id))).toBeUndefined()
  })

  test('an unknown e-mail becomes a user with an invitation; the e-mail does not change afterwards', async () => {
    const made = await ok(dono('POST', '/api/users/convidar?lojaId=1&email=Nova@Exemplo.com.br&type=2'))
    expect(made).toMatchObject({ email: 'nova@exemplo.com.br', type: 2, convite: 1, userId: null })
    const invitation = (await letters()).find(text => text.includes('To: nova@exemplo.com.br')) ?? ''
    expect(linkInMail(mailText(invitation)).searchParams.has('reset')).toBe(false)
    expect(mailText(invitation)).toContain('A loja Centro deu acesso ao Retaguarda ao e-mail nova@exemplo.com.br.')
    expect(await refusal(dono('POST', '/api/users/convidar?lojaId=1&email=nova@exemplo.com.br'))).toMatchObject({
      status: 422,
      code: 'store-user.used',
    })
    expect(await refusal(dono('PATCH', `/api/user_lojas/${made.id}`, { email: 'outra@exemplo.com.br' }))).toMatchObject({
      status: 422,
      details: ['email: field-read-only'],
    })
    expect((await dono('POST', '/api/users/convidar?lojaId=1&email=x')).status).toBe(422)
    const funcionario = shop.as({ userId: 6, stores: [1], flags: ['cadastros_ver'] })
    expect((await funcionario('POST', '/api/users/convidar?lojaId=1&email=y@x.br')).status).toBe(403)
  })
})

describe('the store', () => {
  test('that has rows is not removed; an empty one is', async () => {
    expect(await refusal(admin('DELETE', '/api/lojas/1'))).toMatchObject({ status: 422, code: 'referenced' })
    const vazia = await ok(admin('POST', '/api/lojas', { nome_fantasia: 'Vazia', regime_tributario: 1 }))
    expect((await admin('DELETE', `/api/lojas/${vazia.id}`)).status).toBe(200)
  })

  test('keeps its price tables and strips comments from its scripts', async () => {
    const saved = await ok(
      dono('POST', '/api/loja_perfil/save', {
        id: 1,
        appScriptHead: 'a<!-- x -->b',
        tabelasPreco: [{ nome: 'Balcão' }, { nome: 'Delivery' }],
      }),
    )
    expect(saved).toMatchObject({
      appScriptHead: 'ab',
      uuid: expect.stringMatching(/-/),
      tabelasPreco: [
        { nome: 'Balcão', lojaId: 1, ordem: 1 },
        { nome: 'Delivery', ordem: 2 },
      ],
    })
    expect(await refusal(dono('PATCH', '/api/loja_perfil/1', { cardapio_digital: true }))).toMatchObject({
      status: 422,
      details: ['cardapio_digital: field-read-only'],
    })
    expect((await dono('PATCH', '/api/loja_perfil/2', { appScriptHead: 'x' })).status).toBe(403)
    expect((await dono('POST', '/api/loja_perfil', { nome_fantasia: 'Nova', regime_tributario: 1 })).status).toBe(403)
  })
})
