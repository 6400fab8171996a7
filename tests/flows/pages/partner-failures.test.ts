import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openTestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

/** The messages of settings and integrations when a call of theirs fails, word by word, with the reason behind it. */

const reason = 'O parceiro está em manutenção.'

/** Calls of an address fail while something is done. */
async function whileFailing(page: Page, address: RegExp, run: () => Promise<unknown>): Promise<void> {
  await page.route(address, route =>
    route.fulfill({ status: 424, json: { error: { message: reason, code: 'x', statusCode: 424, details: [] } } }),
  )
  await run()
  await page.unroute(address)
}

const told = (page: Page, text: string): Promise<void> =>
  page
    .getByText(text === '' ? reason : `${text} ${reason}`, { exact: true })
    .first()
    .waitFor()

describe('while a partner fails', () => {
  const session = useOwnerSession()

  describe('a page that cannot be read', () => {
    it.each([
      ['/integracoes/ifood', /\/api\/IFood_oauth/, 'Erro ao recuperar configurações da iFood.'],
      ['/pickNGo', /\/api\/PickNGo[/?]/, 'Erro ao recuperar configurações do Pick N Go.'],
      ['/beeDelivery', /\/api\/BeeDelivery[/?]/, 'Erro ao recuperar configurações do Bee Delivery.'],
      ['/integracoes/matriz-filial-config', /\/api\/Loja_filials/, 'Erro ao recuperar filiais.'],
      ['/integracoes/dark-kitchen-config', /\/api\/Loja_dark_kitchens/, 'Erro ao recuperar as lojas da dark kitchen.'],
    ])('%s', async (path, address, text) => {
      const { page } = session.me
      await whileFailing(page, address, async () => {
        await page.goto(path)
        await told(page, text)
        expect(await violations(page)).toEqual([])
      })
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await page.getByText(text).waitFor({ state: 'hidden' })
      session.me.errors.length = 0
    })
  })

  describe('what somebody does and what fails', () => {
    const press = (name: string) => session.me.page.getByRole('main').getByRole('button', { name, exact: true }).click()
    const uninstall = async (): Promise<void> => {
      await press('Desinstalar')
      await session.me.page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
    }

    it('at iFood', async () => {
      const { page } = session.me
      await page.goto('/integracoes/ifood')
      await whileFailing(page, /IFood\/oauth\/userCode/, async () => {
        await press('Instalar')
        await told(page, 'Erro ao instalar o iFood.')
      })
      await press('Instalar')
      await page.getByText('iFood instalado com sucesso', { exact: true }).first().waitFor()
      await page.getByLabel('Código de autorização').fill('X')
      await whileFailing(page, /IFood\/oauth\/token/, async () => {
        await press('Salvar autorização')
        await told(page, 'Erro ao salvar código de autorização do iFood.')
      })
      const portal = page.context().waitForEvent('page')
      await page.getByRole('link', { name: 'Abrir o portal do iFood' }).click()
      const code = await (await portal).locator('code').innerText()
      await (await portal).close()
      await page.getByLabel('Código de autorização').fill(code)
      await whileFailing(page, /IFood\/merchants\/status/, async () => {
        await press('Salvar autorização')
        await page.getByText('Autorização realizada com sucesso!', { exact: true }).first().waitFor()
        await told(page, 'Erro ao recuperar lojas do iFood.')
      })
      await whileFailing(page, /IFood_oauth\/del/, async () => {
        await uninstall()
        await told(page, 'Erro ao desinstalar iFood.')
      })
      if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape')
      await uninstall()
      await page.getByText('iFood desinstalado com sucesso', { exact: true }).first().waitFor()
      session.me.errors.length = 0
    })

    it.each([
      ['PickNGo', '/pickNGo', { app_id: 'loja-7', app_key: 'chave-7' }],
      ['BeeDelivery', '/beeDelivery', { app_key: 'chave-7', external_id: 'empresa-7' }],
    ])('at %s', async (name, path, keys) => {
      const { page } = session.me
      await page.goto(path)
      for (const [field, value] of Object.entries(keys)) await page.getByLabel(new RegExp(field)).fill(value)
      await whileFailing(page, new RegExp(`${name}/integrationTest`), async () => {
        await press('Testar')
        await told(page, 'Erro ao testar. Por favor, verifique se as configurações estão corretas.')
      })
      await press('Testar')
      await page.getByText('Configurações válidas', { exact: true }).first().waitFor()
      await whileFailing(page, new RegExp(`${name}/upsertWithWhere`), async () => {
        await press('Instalar')
        await told(page, 'Erro ao instalar.')
      })
      // The typed values are still there.
      await press('Instalar')
      await page.getByText('instalado com sucesso!', { exact: true }).first().waitFor()
      await whileFailing(page, new RegExp(`${name}/del`), async () => {
        await uninstall()
        await told(page, 'Erro ao desinstalar.')
      })
      if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape')
      await uninstall()
      await page.getByText('desinstalado com sucesso!', { exact: true }).first().waitFor()
      session.me.errors.length = 0
    })

    it('at the places of a courier', async () => {
      const { page } = session.me
      await page.goto('/pickNGo')
      await page.getByLabel(/app_id/).fill('loja-7')
      await page.getByLabel(/app_key/).fill('chave-7')
      await whileFailing(page, /PickNGo\/states/, async () => {
        await press('Instalar')
        await page
          .getByText(/^Não possível recuperar estados/)
          .first()
          .waitFor()
      })
      await page.reload()
      await whileFailing(page, /PickNGo\/cities/, async () => {
        await page.getByLabel('Estado').selectOption('RJ')
        await page
          .getByText(/^Não possível recuperar cidades/)
          .first()
          .waitFor()
        expect(await violations(page)).toEqual([])
      })
      await page.reload()
      await page.getByLabel('Estado').selectOption('RJ')
      await page.getByLabel('Cidade').selectOption('Rio de Janeiro')
      await whileFailing(page, /PickNGo\/upsertWithWhere/, async () => {
        await press('Salvar')
        await told(page, 'Erro ao salvar localização.')
      })
      await press('Salvar')
      await page.getByText('Localização salva com sucesso!', { exact: true }).first().waitFor()
      session.me.errors.length = 0
    })

    it('with the digital certificate', async () => {
      const { page } = session.me
      const authority = openTestAuthority(join(session.fixture.folder, 'data', 'sefaz', 'authority'))
      const buffer = authority.issueFile({ name: 'Cantina de Teste', cnpj: '25897133000133' }, '1234')
      await page.goto('/integracoes/certificado-digital-config')
      await page.getByRole('button', { name: 'Instalar certificado' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[type=file]').setInputFiles({ name: 'empresa.pfx', mimeType: 'application/x-pkcs12', buffer })
      await dialog.getByText('empresa.pfx').waitFor()
      await dialog.getByLabel('Senha do certificado').fill('1234')
      const install = dialog.getByRole('button', { name: 'Instalar', exact: true })
      await whileFailing(page, /Sefaz\/uploadCertificado/i, async () => {
        await install.click()
        await told(page, 'Erro ao salvar certificado digital.')
      })
      await install.click()
      await page.getByText('Certificado digital salvo com sucesso!').first().waitFor()
      await page.getByText('Válido', { exact: true }).first().waitFor()
      const remove = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Mais ações' }).click()
        await page.getByRole('menuitem', { name: 'Desinstalar' }).click()
        await page.locator('dialog[open]').getByRole('button', { name: 'Desinstalar' }).click()
      }
      await whileFailing(page, /Loja_certificados\/(del|\d+)/, async () => {
        await remove()
        await told(page, 'Erro ao desinstalar certificado digital.')
      })
      session.me.errors.length = 0
    })

    it('with equipment that is told to take over what changed', async () => {
      const { page } = session.me
      await page.goto('/equipamentos')
      const sync = async (): Promise<void> => {
        await page
          .getByRole('row', { name: /Caixa principal/ })
          .getByRole('button', { name: /ações/i })
          .click()
        await page.getByRole('menuitem', { name: 'Sincronizar' }).click()
      }
      await page.getByRole('row', { name: /Caixa principal/ }).waitFor()
      await whileFailing(page, /equipamento_eventos\/sincronizar/, async () => {
        await sync()
        await page.getByText(`Erro: ${reason}`, { exact: true }).first().waitFor()
      })
      await sync()
      await page.getByText('Sincronização iniciada', { exact: true }).first().waitFor()
      session.me.errors.length = 0
    })

    it('at the screens of the kitchen', async () => {
      const { page } = session.me
      await page.goto('/kds')
      for (const [button, address, text] of [
        ['Limpar', /limparLoja/i, 'Ocorreu um erro ao limpar o KDS'],
        ['Limpar tudo', /limparTudoLoja/i, 'Ocorreu um erro ao excluir os dados do KDS'],
      ] as const)
        await whileFailing(page, address, async () => {
          await page.getByRole('button', { name: button, exact: true }).click()
          await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
          await page
            .getByText(new RegExp(`^${text}`))
            .first()
            .waitFor()
        })
      session.me.errors.length = 0
    })
  })
})
