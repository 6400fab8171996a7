import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BrowserUser, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { openApp, type RunningApp } from '../fixtures/runningApp.ts'

/** The specification's screens, worked by a person. */
describe('registers at their screens', () => {
  let fixture: RunningApp
  let me: BrowserUser

  beforeAll(async () => {
    fixture = await openApp()
  })
  afterAll(() => fixture?.close())
  beforeEach(async () => {
    me = await openBrowser(fixture.address)
    await signIn(me.page, 'dono@demo.com.br')
    me.page.on('dialog', dialog => void dialog.accept().catch(() => undefined))
  })
  afterEach(async () => {
    const { errors } = me
    await me.leave()
    expect(errors).toEqual([])
  })

  const field = (name: string): Locator => me.page.locator(`[data-field="${name}"]`).first()
  const box = (name: string): Locator => field(name).locator('input, textarea').first()
  const type = async (name: string, text: string): Promise<void> => {
    await box(name).fill(text)
    await box(name).blur()
  }

  it('a product’s codes: waited for, in use, with spaces, alike, the next free one', async () => {
    const { page } = me
    await page.goto('/produtos')
    const used = await page.getByRole('row').nth(1).locator('[data-column=cod_prod]').textContent()
    await page.goto('/produtos/create')
    await box('cod_prod').fill(used?.trim() ?? '')
    await field('cod_prod').getByText('Aguarde....').waitFor()
    await field('cod_prod').getByText('Código já utilizado').waitFor()
    await page.getByRole('button', { name: 'Próximo código livre' }).click()
    await expect.poll(() => box('cod_prod').inputValue()).not.toBe(used?.trim())
    await field('cod_prod').getByText('Código já utilizado').waitFor({ state: 'detached' })
    await type('cod_aux', '12 34')
    await field('cod_aux').getByText('Remova os espaços').waitFor()
    await type('cod_aux', await box('cod_prod').inputValue())
    await field('cod_aux').getByText('Os códigos devem ser diferentes').waitFor()
  })

  it('the margin follows the price, the price the margin; without cost it warns', async () => {
    const { page } = me
    await page.goto('/produtos/create')
    await type('preco_cst_prod', '10')
    await type('preco_vnd_prod', '15')
    await expect.poll(() => box('margem').inputValue()).toBe('50,00')
    await type('margem', '100')
    await expect.poll(() => box('preco_vnd_prod').inputValue()).toBe('20,00')
    await type('preco_cst_prod', '0')
    await expect.poll(() => box('margem').inputValue()).toBe('0,00')
    await type('margem', '30')
    await page.getByText('Preço de custo igual a zero.').first().waitFor()
    expect(await box('preco_vnd_prod').inputValue()).toBe('20,00')
    const tabs = await page.getByRole('tab').allTextContents()
    expect(tabs.filter(tab => /Dados do produto|App delivery|Mais informações|Promoção|Perguntas/.test(tab))).toHaveLength(5)
  })

  it('a copy keeps neither codes nor the picture, and is a record of its own', async () => {
    const { page } = me
    await page.goto('/produtos')
    const row = page.getByRole('row').nth(1)
    const name = await row.locator('[data-column=desc_prod]').textContent()
    const code = await row.locator('[data-column=cod_prod]').textContent()
    await row.getByRole('button', { name: /Mais ações/ }).click()
    await page.getByRole('menuitem', { name: 'Clonar' }).click()
    await page.waitForURL('**/produtos/create?clone=*')
    await expect.poll(() => box('desc_prod').inputValue()).toBe(name?.trim())
    // A code of its own is offered.
    await expect.poll(() => box('cod_prod').inputValue()).not.toBe('')
    expect(await box('cod_prod').inputValue()).not.toBe(code?.trim())
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.waitForURL(/\/produtos\/\d+$/)
  })

  it('a group leads to its products, newest first, 25 a page; its picture is dropped in the list', async () => {
    const { page } = me
    await page.goto('/grupos')
    const row = page.getByRole('row').nth(2)
    const photo = row.locator('[data-column=fotoUrl]')
    const zone = photo.locator('[data-compact]').first()
    await zone.waitFor()
    // A drop of nothing is ignored.
    await zone.dispatchEvent('drop', { dataTransfer: await page.evaluateHandle(() => new DataTransfer()) })
    expect(await page.getByText('Erro ao salvar imagem.').count()).toBe(0)
    const transfer = await page.evaluateHandle(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1600 })
      canvas.getContext('2d')?.fillRect(0, 0, 900, 900)
      const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'))
      const data = new DataTransfer()
      if (blob) data.items.add(new File([blob], 'foto.png', { type: 'image/png' }))
      return data
    })
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
    await page
      .getByText('Foto salvo.')
      .or(page.getByText(/Foto salv/))
      .first()
      .waitFor()
    const source = await photo.locator('img').getAttribute('src')
    const size = await page.evaluate(async address => {
      const image = new Image()
      image.src = String(address)
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, source)
    expect(size).toEqual([720, 720])
    await row.getByRole('button', { name: 'Produtos' }).click()
    await page.waitForURL(/\/produtos\?/)
    const query = new URL(page.url()).searchParams
    expect(query.get('grupoId')).toMatch(/^\d+$/)
    expect(query.get('order')).toBe('id DESC')
    await expect.poll(() => page.getByRole('navigation', { name: 'Páginas' }).locator('select').inputValue()).toBe('25')
  })

  it('a combo costs what its items cost', async () => {
    const { page } = me
    await page.goto('/produtoCombos')
    await page.getByRole('link', { name: 'Novo Combo' }).click()
    const list = page.locator('[data-list=comboItens]')
    for (const typed of ['água', 'suco']) {
      await list.getByRole('button', { name: 'Adicionar linha' }).click()
      const cell = list.getByRole('row').last().locator('[data-column=produtoIdItem]')
      await expect.poll(() => cell.evaluate(one => one === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await cell.getByRole('combobox').fill(typed)
      await page.getByRole('option').first().click()
      await expect.poll(() => list.getByRole('row').last().locator('[data-column=preco_item]').textContent()).toMatch(/[1-9]/)
    }
    const prices = await list.locator('[data-column=preco_item]').allTextContents()
    const cents = prices.filter(text => text.includes('R$')).map(text => Number(text.replace(/\D/g, '')))
    expect(cents).toHaveLength(2)
    const sum = cents.reduce((a, b) => a + b, 0)
    await expect.poll(async () => Number((await box('preco_vnd_prod').inputValue()).replace(/\D/g, ''))).toBe(sum)
  })

  it('areas by neighbourhood and by distance, hours and pauses: two ways to create, each with its form', async () => {
    const { page } = me
    await page.goto('/Loja_Entregas')
    await page.getByRole('grid').waitFor()
    const ways = page.locator('main header').getByRole('link')
    expect(await ways.count()).toBeGreaterThanOrEqual(2)
    const forms: string[] = []
    for (const at of [0, 1]) {
      await page.goto('/Loja_Entregas')
      await ways.nth(at).click()
      await box('valor').waitFor()
      forms.push((await field('distancia').count()) > 0 ? 'distancia' : 'bairro')
    }
    expect(forms.toSorted()).toEqual(['bairro', 'distancia'])
    await page.goto('/Loja_Horarios')
    await page
      .getByRole('grid')
      .getByText(/\d+ (dia|hora|minuto)s?/)
      .first()
      .waitFor()
  })

  it('places of tabs are previewed as they are typed; only a range has a preview', async () => {
    const { page } = me
    await page.goto('/Comanda_local/create')
    await type('nome', 'Deck')
    await type('inicio', '1')
    await type('fim', '3')
    await page.getByText('Deck 1 · Deck 2 · Deck 3').waitFor()
    await type('inicio', '5')
    await page.getByText('Deck 1').waitFor({ state: 'detached' })
  })

  it('permissions are asked of employees only; an invitation that is refused says so under the field', async () => {
    const { page } = me
    await page.goto('/user_lojas/create')
    await page
      .getByText('Ver o cardápio')
      .or(page.getByRole('heading', { name: 'Caixa' }))
      .first()
      .waitFor()
    await field('type').locator('select').selectOption({ label: 'Proprietário' })
    await page.getByRole('heading', { name: 'Caixa' }).waitFor({ state: 'detached' })
    await page.goto('/loja_perfil')
    await box('convite').fill('dono@demo.com.br')
    await page.getByRole('button', { name: 'Enviar convite' }).click()
    await expect.poll(() => box('convite').getAttribute('aria-invalid')).toBe('true')
    await box('convite').fill('nova.dona@demo.com.br')
    await page.getByRole('button', { name: 'Enviar convite' }).click()
    await page.getByText('Convite enviado para nova.dona@demo.com.br.').waitFor()
    await expect.poll(() => box('convite').inputValue()).toBe('')
  })

  it('the store’s profile says that it is saved and that the page reloads, and it does', async () => {
    const { page } = me
    await page.goto('/loja_perfil')
    await box('nome_fantasia').waitFor()
    expect(await box('whatsapp').getAttribute('readonly')).not.toBeNull()
    expect(await page.getByRole('tab', { name: 'Admin' }).count()).toBe(0)
    await type('numero', '77')
    // The page itself notes when it says so: a busy machine may look at it later.
    await page.evaluate(() => {
      Object.assign(window, { before: true })
      const note = (): void => {
        if (!sessionStorage.toldAt && document.body.textContent?.includes('A página vai recarregar'))
          sessionStorage.toldAt = String(Date.now())
      }
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await page.getByRole('button', { name: /Salvar/ }).click()
    await page.getByText('Perfil da loja atualizado com sucesso! A página vai recarregar').waitFor()
    await page.waitForFunction(() => !('before' in window))
    expect(await page.evaluate(() => performance.timeOrigin - Number(sessionStorage.toldAt))).toBeGreaterThan(1000)
    expect(await box('numero').inputValue()).toBe('77')
  })

  it('who may only see reads a product as a document, and meets no button to change, copy or remove it', async () => {
    const { page } = me
    await page.goto('/user_lojas')
    await page
      .getByRole('row', { name: /funcionario@demo/ })
      .getByRole('link')
      .first()
      .click()
    for (const flag of ['cardapio_criar', 'cardapio_editar', 'cardapio_excluir']) {
      const toggle = page.locator(`[id$="-${flag}"]`).first()
      await toggle.waitFor()
      if (await toggle.isChecked()) await toggle.click()
    }
    await page.getByRole('button', { name: /^Salvar usuário/ }).click()
    await page
      .getByText(/com sucesso|Salvo/)
      .first()
      .waitFor()
    const other = await openBrowser(fixture.address)
    try {
      await signIn(other.page, 'funcionario@demo.com.br')
      await other.page.goto('/produtos')
      await other.page.getByRole('grid').getByRole('row').nth(1).waitFor()
      expect(await other.page.getByRole('link', { name: 'Novo produto' }).count()).toBe(0)
      expect(await other.page.getByRole('button', { name: 'Alteração em massa' }).count()).toBe(0)
      await other.page.getByRole('row').nth(1).getByRole('link').first().click()
      await other.page.getByText('Somente leitura').waitFor()
      expect(await other.page.getByRole('button', { name: /Salvar/ }).count()).toBe(0)
      await other.page.getByRole('button', { name: /Mais ações/ }).click()
      expect(await other.page.getByRole('menuitem', { name: /Excluir|Clonar/ }).count()).toBe(0)
      await other.page.goto('/produtosAlteracao')
      await other.page
        .getByText(/Sem permissão|Página não encontrada/)
        .first()
        .waitFor()
      expect(other.errors).toEqual([])
    } finally {
      await other.leave()
    }
  })

  it('links an answer to a product, which fills its name and prices', async () => {
    const { page } = me
    await page.goto('/pergunta/create')
    const list = page.locator('[data-list=respostas]')
    await list.getByRole('button', { name: 'Adicionar linha' }).click()
    const row = list.getByRole('row').last()
    const first = row.locator('[data-column=produtoId]')
    await expect.poll(() => first.evaluate(one => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await row.getByRole('combobox').fill('água')
    await page.getByRole('option', { name: /gua/ }).first().click()
    await expect.poll(() => row.locator('[data-column=nome]').textContent()).toMatch(/gua/)
    await expect.poll(() => row.locator('[data-column=valor]').textContent()).toMatch(/R\$/)
  })

  it('a status is told to the delivery app: by its switch, of many at once, in a form, and of an answer in its question', async () => {
    const { page } = me
    await page.goto('/loja_perfil')
    await page.getByRole('tab', { name: 'App', exact: true }).click()
    // The store has its address, which only the administrator changes.
    await page.locator('[data-field=appDeliveryUri] input[readonly]').waitFor()
    await page.getByText('/bella-massa', { exact: true }).waitFor()
    const told: Record<string, unknown>[] = []
    page.on('request', request => {
      if (/apps\/firebase/.test(request.url())) told.push({ url: new URL(request.url()).pathname, ...request.postDataJSON() })
    })
    await page.goto('/produtos')
    await page.getByRole('row').nth(1).getByRole('switch').click()
    await expect.poll(() => told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      url: '/api/apps/firebaseProdutoStatus',
      appDeliveryUri: 'bella-massa',
      stt_prod: false,
    })
    for (const row of [2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').first().click()
    await page.getByRole('button', { name: 'Inativar' }).click()
    await expect.poll(() => told).toHaveLength(3)
    expect(new Set(told.map(one => one.produtoId)).size).toBe(3)
    expect(told[2]).toMatchObject({ stt_prod: false, produtoId: expect.any(Number) })
    await page.goto(`/produtos/${told[0]?.produtoId}`)
    await page.locator('[id$="-stt_prod"]').first().click()
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await expect.poll(() => told).toHaveLength(4)
    expect(told[3]).toMatchObject({ stt_prod: true, produtoId: told[0]?.produtoId })
    await page.goto('/pergunta/1')
    await page.locator('[data-list=respostas]').getByRole('checkbox').first().click()
    await page.getByRole('button', { name: 'Salvar pergunta' }).click()
    await expect.poll(() => told).toHaveLength(5)
    expect(told[4]).toMatchObject({ url: '/api/apps/firebaseRespostaStatus', perguntaId: 1, ativo: false })
  })
})
