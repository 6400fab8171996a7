import { describe, expect, it } from 'vitest'
import { chooseReference, logIn, openBrowser, signIn } from '../fixtures/browserUser.ts'
import { useVisitor } from '../fixtures/ownerSession.ts'

describe('a day at the back-office', () => {
  const desk = useVisitor()

  it('asks for what is missing, refuses a wrong password, lets in and leaves', async () => {
    const { page } = desk.me
    await page.goto('/produtos')
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect.poll(() => page.getByText('Obrigatório').count()).toBe(2)
    await page.getByLabel('E-mail').fill('dono@demo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('errada')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.getByText('Usuário ou senha incorretos!').waitFor()
    await page.getByLabel('Senha', { exact: true }).fill('demo1234')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/produtos')
    await page.getByRole('grid', { name: 'Produtos' }).waitFor()
    await page.getByRole('button', { name: 'Menu do usuário' }).click()
    await page.getByText('dono@demo.com.br').waitFor()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.waitForURL('**/login')
    await page.goto('/produtos')
    await page.waitForURL('**/login')
  })

  it('switches the store, and not while a record is being edited', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/grupos')
    const shown = () => page.getByRole('grid', { name: 'Grupos' }).textContent()
    await expect.poll(shown).toContain('Pizzas tradicionais')
    await page.getByRole('button', { name: /Escolher loja/ }).click()
    await page.getByRole('option', { name: /Empório Serra Azul/ }).click()
    await page.getByRole('button', { name: /Escolher loja Empório Serra Azul/ }).waitFor()
    await expect.poll(shown).not.toContain('Pizzas tradicionais')
    await page.goto('/grupos/create')
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Rascunho')
    await page.getByRole('button', { name: /Escolher loja/ }).click()
    const refusal = page.getByText('Não é possível trocar de CNPJ durante a edição.')
    const other = page.getByRole('option', { name: /Cantina Bella Massa/ })
    await refusal.or(other).first().waitFor()
    if (await other.isVisible()) await other.click()
    await refusal.waitFor()
    await page.getByRole('button', { name: /Escolher loja Empório Serra Azul/ }).waitFor()
  })

  it('creates a group and a product in it, with prices as Brazilians type them', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/grupos/create')
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Sobremesas geladas')
    await page.getByRole('button', { name: 'Salvar grupo' }).click()
    await page.getByText('Criado com sucesso.').waitFor()
    await page.goto('/produtos/create')
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await expect.poll(() => page.getByText('Obrigatório').count()).toBeGreaterThan(2)
    await expect.poll(() => page.getByRole('textbox', { name: 'Código', exact: true }).inputValue()).toMatch(/^\d+$/)
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Paleta de Maracujá')
    await page.getByRole('textbox', { name: 'Preço de custo', exact: true }).fill('10')
    await page.getByRole('textbox', { name: 'Preço de venda', exact: true }).fill('19,9')
    await page.getByRole('textbox', { name: 'Preço de venda', exact: true }).blur()
    await expect.poll(() => page.getByRole('textbox', { name: 'Margem', exact: true }).inputValue()).toBe('99,00')
    await page.getByRole('textbox', { name: 'Margem', exact: true }).fill('150')
    await page.getByRole('textbox', { name: 'Margem', exact: true }).blur()
    await expect.poll(() => page.getByRole('textbox', { name: 'Preço de venda', exact: true }).inputValue()).toBe('25,00')
    await chooseReference(page, 'Grupo', 'Sobremesas gel', /^Sobremesas geladas/)
    await chooseReference(page, 'Imposto', 'Refei', /^Refeições/)
    await chooseReference(page, 'NCM', '2106', /21069090/)
    // Nobody gives a product away in the app for not having looked: its price there is asked, and starts empty.
    await page.getByRole('tab', { name: /App delivery/ }).click()
    const inApp = page.getByRole('textbox', { name: 'Preço no app', exact: true })
    expect(await inApp.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await expect.poll(() => inApp.getAttribute('aria-invalid')).toBe('true')
    await inApp.fill('25')
    await page.getByRole('button', { name: 'Salvar produto' }).click()
    await page.getByText('Criado com sucesso.').waitFor()
    await page.goto('/produtos?q=paleta maracuja')
    await page.getByRole('gridcell', { name: 'Paleta de Maracujá', exact: true }).waitFor()
    await page.getByRole('gridcell', { name: 'R$ 25,00' }).waitFor()
  })

  it('changes a price in its cell, and the other browser sees it', async () => {
    const { page } = desk.me
    await logIn(page, 'dono@demo.com.br')
    const other = await openBrowser(desk.fixture.address)
    await signIn(other.page, 'funcionario@demo.com.br')
    await other.page.goto('/produtos?q=affogato')
    await other.page.getByRole('gridcell', { name: 'R$ 24,90' }).waitFor()
    await page.goto('/produtos?q=affogato')
    await page.getByRole('gridcell', { name: 'R$ 24,90' }).click()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1.026,5')
    await page.keyboard.press('Enter')
    await page.getByRole('gridcell', { name: 'R$ 1.026,50' }).waitFor()
    await other.page.getByRole('gridcell', { name: 'R$ 1.026,50' }).waitFor()
    await page.reload()
    await page.getByRole('gridcell', { name: 'R$ 1.026,50' }).waitFor()
    expect(other.errors).toEqual([])
    await other.leave()
  })

  it('turns a product off by its switch, and it stays off', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/produtos?q=antepasto')
    const status = page.getByRole('switch', { name: /Antepasto de Berinjela/ })
    await status.click()
    await expect.poll(() => status.isChecked()).toBe(false)
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: /Antepasto de Berinjela/ }).isChecked()).toBe(false)
  })

  it('guards what was typed and not saved', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades/create')
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('CX')
    await page.getByRole('link', { name: 'Impostos' }).click()
    await page.getByRole('button', { name: 'Continuar editando' }).click()
    expect(await page.getByRole('textbox', { name: 'Nome', exact: true }).inputValue()).toBe('CX')
    await page.getByRole('link', { name: 'Impostos' }).click()
    await page.getByRole('button', { name: 'Sair sem salvar' }).click()
    await page.waitForURL('**/impostos')
  })

  it('shows an employee only what the flags allow', async () => {
    const { page } = desk.me
    await logIn(page, 'funcionario@demo.com.br')
    await page.getByRole('link', { name: 'Produtos' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Usuários da loja' }).count()).toBe(0)
    await page.goto('/produtos')
    await page.getByRole('grid').waitFor()
    expect(await page.getByRole('link', { name: 'Novo produto' }).count()).toBe(0)
    await page.goto('/user_lojas')
    await page.getByRole('button', { name: 'Voltar' }).waitFor()
    await page.goto('/produtos/create')
    await page.getByRole('button', { name: 'Voltar' }).waitFor()
  })

  it('sends an expired session to the login and back to where it was', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/impostos')
    await page.getByRole('grid').waitFor()
    const token = await page.evaluate(() => localStorage.getItem('token'))
    // The session ends as the next page is asked for: nothing that the page before asked meets its end. The route stays: a file that is on its way while
    // the last route goes may never come.
    let ended = false
    await page.route(/\/api\/parceiros/, async route => {
      if (ended) return route.continue()
      ended = true
      await fetch(`${desk.fixture.address}/api/users/logout`, { method: 'POST', headers: { authorization: token ?? '' } })
      await route.continue()
    })
    await page.getByRole('link', { name: 'Parceiros', exact: true }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('E-mail').fill('dono@demo.com.br')
    await page.getByLabel('Senha', { exact: true }).fill('demo1234')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/parceiros')
  })

  it('tells that the server is away and goes on when it is back', async () => {
    const { page } = desk.me
    await signIn(page, 'dono@demo.com.br')
    await page.goto('/unidades')
    await page.getByRole('grid').waitFor()
    await desk.fixture.stop()
    await page.getByRole('link', { name: 'Impressoras' }).click()
    await page
      .getByText(/Sem conexão/)
      .first()
      .waitFor()
    await desk.fixture.start()
    await page.getByRole('grid', { name: 'Impressoras' }).getByRole('row').nth(1).waitFor()
  })

  it('changes the password', async () => {
    const { page } = desk.me
    await signIn(page, 'funcionario@demo.com.br')
    await page.goto('/alterarSenha')
    await page.getByRole('textbox', { name: 'Senha atual', exact: true }).fill('errada')
    await page.getByRole('textbox', { name: 'Nova senha', exact: true }).fill('segredo')
    await page.getByRole('textbox', { name: 'Confirme a nova senha' }).fill('segredos')
    await page.getByRole('button', { name: /Alterar/ }).click()
    await page.getByText('As senhas não são iguais').waitFor()
    await page.getByRole('textbox', { name: 'Confirme a nova senha' }).fill('segredo')
    await page.getByRole('button', { name: /Alterar/ }).click()
    await page.getByText('Senha atual incorreta!').waitFor()
    await page.getByRole('textbox', { name: 'Senha atual', exact: true }).fill('demo1234')
    await page.getByRole('button', { name: /Alterar/ }).click()
    await page.getByText('Senha alterada com sucesso!').waitFor()
  })
})
