import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestAuthority } from '../simulator/certificates.ts'
import { callService, openConnections } from './soapCall.ts'

it('an answer that never ends is given up, and what it was asked for may have been done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'soap-call-'))
  const authority = openTestAuthority(folder)
  const giveUp = new AbortController()
  const server = createServer({ key: authority.server.key, cert: authority.server.certificate }, (request, response) => {
    request.resume()
    response.writeHead(200).write('<soap12:Envelope>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`
  const agent = openConnections({ ...authority.issue({ name: 'LOJA', cnpj: '11444777000161' }), chain: [] }, [authority.root])
  server.once('request', () => setImmediate(() => giveUp.abort()))
  const outcome = callService({ url, operation: 'NFeStatusServico4' }, '<consStatServ/>', agent, giveUp.signal)
  await expect(outcome).rejects.toMatchObject({ outcome: 'unknown', message: expect.stringMatching(/abort/) })
  agent.destroy()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  rmSync(folder, { recursive: true })
})
