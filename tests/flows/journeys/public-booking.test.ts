import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { mailText } from '../../mailCatcher.ts'
import { violations } from '../fixtures/axe.ts'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { layoutFlaws } from '../fixtures/layoutFlaws.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' } as const
const guest = 'fabi.que.reserva@exemplo.com.br'

let fixture: RunningApp
const people: BrowserUser[] = []
beforeAll(async () => {
  fixture = await openApp()
})
afterEach(async () => {
  for (const { leave, errors } of people.splice(0)) {
    expect(errors).toEqual([])
    await leave()
  }
})
afterAll(() => fixture?.close())

/** Where the link of the newest letter to the guest leads, within the site. */
async function letterLink(): Promise<string> {
  const folder = join(fixture.folder, 'data', 'mail')
  const found = (): string | undefined =>
    readdirSync(folder)
      .filter(file => file.endsWith('.eml'))
      .sort()
      .map(file => readFileSync(join(folder, file), 'utf8'))
      .findLast(raw => raw.includes(`To: ${guest}`))
  await expect.poll(found).toBeDefined()
  const link = /https?:\/\/\S+\/reserva\?\S+/.exec(mailText(found() ?? ''))?.[0] ?? 'http://none'
  const { pathname, search } = new URL(link)
  return pathname + search
}

it('a guest asks for a table on a phone and confirms by the letter; the staff sees it live and gives the table', async () => {
  const staff = await openBrowser(fixture.address)
  const visitor = await openBrowser(fixture.address, phone)
  people.push(staff, visitor)
  await signIn(staff.page, 'dono@demo.com.br')
  const headers = { authorization: await staff.page.evaluate(() => localStorage.getItem('token') ?? '') }
  const { request } = staff.page

  // The owner opens the page in the store's profile, where its address stands, as a code too.
  await staff.page.goto('/loja_perfil')
  await staff.page.getByRole('tab', { name: 'Reservas' }).click()
  await staff.page.getByRole('switch', { name: 'Reservas pela página' }).click()
  const address = staff.page.getByRole('button', { name: 'Mostrar QR code: /reservar?loja=1' })
  await address.click()
  await staff.page.getByRole('img', { name: 'Endereço da página' }).waitFor()
  expect(await violations(staff.page)).toEqual([])
  await staff.page
    .getByRole('button', { name: /^Salvar/ })
    .last()
    .click()
  await staff.page.waitForEvent('load')
  await request.post('/api/salao_mesas', { headers, data: { lojaId: 1, nome: 'Varanda', lugares: 4 } })
  const own = { lojaId: 1, registro: 'salao_reservas', campo: 'pessoas', titulo: 'Lugares à mesa' }
  await request.post('/api/Loja_campos', { headers, data: own })
  await staff.page.goto('/salao_reservas')
  await staff.page.getByText('Nenhum registro localizado.').waitFor()

  const { page } = visitor
  await page.goto('/reservar?loja=1')
  await page.getByText('Cantina Bella Massa').waitFor()
  await page.getByLabel('Lugares à mesa').waitFor()
  expect([await violations(page), await layoutFlaws(page)]).toEqual([[], []])
  await page.getByRole('button', { name: 'Pedir a reserva' }).click()
  await expect.poll(() => page.getByText('Obrigatório').count()).toBeGreaterThan(2)
  const day = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  await page.getByRole('textbox', { name: 'Dia e hora' }).fill(`${day} 20:00`)
  await page.getByLabel('Seu nome').fill('Fabi Souza')
  await page.getByLabel('E-mail').fill(guest)
  await page.getByLabel('Telefone').fill('11988887777')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Pedir a reserva' }).click()
  await page.getByText('Recebemos o seu pedido').first().waitFor()
  expect(await violations(page)).toEqual([])

  await page.goto(await letterLink())
  await page.getByRole('button', { name: 'Confirmar o pedido' }).click()
  await page.getByText('Feito: Confirmar o pedido').waitFor()
  expect([await violations(page), await layoutFlaws(page)]).toEqual([[], []])

  // Live, without a reload.
  await staff.page.getByRole('gridcell', { name: 'Fabi Souza', exact: true }).waitFor()
  await staff.page.getByRole('gridcell', { name: 'Solicitada' }).waitFor()
  const [row] = await (await request.get('/api/salao_reservas/list?lojaId=1', { headers })).json()
  await staff.page.goto(`/salao_reservas/${row.id}`)
  await staff.page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Mesa' }).fill('Varan')
  await staff.page
    .getByRole('listbox')
    .getByRole('option', { name: /^Varanda/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await staff.page.getByText('Confirmar: feito').waitFor()

  await page.reload()
  await page.getByText('Confirmada', { exact: true }).waitFor()
  // A tap beside what was meant loses nothing.
  const ask = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  for (const answer of ['Voltar', 'Cancelar a reserva']) {
    await page.getByRole('button', { name: 'Cancelar a reserva' }).click()
    await ask.getByText('A loja fica sabendo na hora.').waitFor()
    expect(await violations(page)).toEqual([])
    await ask.getByRole('button', { name: answer }).click()
    await page.getByText(answer === 'Voltar' ? 'Confirmada' : 'Cancelada', { exact: true }).waitFor()
  }
  expect(await page.getByRole('button', { name: 'Cancelar a reserva' }).count()).toBe(0)
  // A page that waits for the server says so, and fills itself once it answers.
  await page.route('**/api/visitantes/**', route => route.fulfill({ status: 503 }))
  await page.reload()
  await page.getByText('Sem conexão com o servidor. Tentando de novo…').waitFor()
  await page.unroute('**/api/visitantes/**')
  await page.getByText('Cancelada', { exact: true }).waitFor()
  await page.getByText('Sem conexão com o servidor').waitFor({ state: 'detached' })
  await staff.page.goto('/salao_reservas')
  await staff.page.getByRole('gridcell', { name: 'Cancelada' }).waitFor()
  // Coming days stand first: those that passed are asked for.
  await staff.page.getByText(/^Dia e hora: de /).waitFor()
  expect(await violations(staff.page)).toEqual([])
})
