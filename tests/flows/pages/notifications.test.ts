import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

let fixture: RunningApp
let me: BrowserUser

beforeAll(async () => {
  fixture = await openApp()
  const client = new pg.Client({ connectionString: fixture.database })
  await client.connect()
  await client.query(
    `INSERT INTO notificacao_parceiros (parceiro, aviso, tipo, conta, loja, situacao, motivo, vezes, conteudo)
     VALUES ('Stone', 'aviso-1', 'order.paid', 'acc_1', 1, 'DESISTIU', 'PAGARME_URL: status 401', 1, '{"order":"or_1"}'),
       ('Stone', 'aviso-2', 'order.paid', 'acc_2', NULL, 'DESCONHECIDA', NULL, 3, '{"order":"or_2"}')`,
  )
  await client.end()
  me = await openBrowser(fixture.address)
  await signIn(me.page, 'admin@demo.com.br')
})
afterAll(async () => {
  await me?.leave()
  await fixture?.close()
})

it('an administrator has a notification that was given up tried again, and sees how it ended', async () => {
  const { page } = me
  await page.goto('/notificacao_parceiros')
  const row = (state: string) => page.getByRole('row').filter({ hasText: state })
  await row('Não tratada').waitFor()
  expect(await violations(page)).toEqual([])
  expect(await layoutFlaws(page)).toEqual([])
  // A notification without an installation cannot be handled by trying.
  expect(await row('Instalação desconhecida').getByRole('button', { name: /ações/i }).count()).toBe(0)
  await row('Não tratada').getByRole('button', { name: /ações/i }).click()
  await page.getByRole('menuitem', { name: 'Tentar de novo' }).click()
  await page.getByText('Notificação de Stone de volta à fila: tentaremos por mais um dia.').first().waitFor()
  // The store has no Stone any more: there is nothing to do, and that is an end.
  await row('Tratada').waitFor()
  expect(await row('Não tratada').count()).toBe(0)
  expect(me.errors).toEqual([])
})
