import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from './certificates.ts'
import { withDocument } from './element.ts'
import { batchXml, codeOf, keyOfNote, type NoteOptions, noteXml, send, signXml } from './fixtures/noteFixture.ts'
import { openSchemas } from './schemaCheck.ts'
import { type Simulator, startSimulator } from './server.ts'

const shop = { name: 'LOJA DE TESTE', cnpj: '11444777000161' }
const other = { name: 'OUTRA LOJA', cnpj: '45997418000153' }

describe('the simulated authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  let simulator: Simulator
  let identity: Identity

  beforeAll(async () => {
    simulator = await startSimulator({ folder, forgetful: true })
    identity = simulator.authority.issue(shop)
  })
  afterAll(async () => {
    await simulator.close()
    rmSync(folder, { recursive: true })
  })

  const ask = (service: string, message: string, who = identity, authoriser = 'SP'): Promise<string> =>
    send(`${simulator.address}/2/${authoriser}`, service, message, who, simulator.authority.root)
  const issue = (options: Omit<NoteOptions, 'issuer'>, change = (xml: string) => xml, who = identity): Promise<string> =>
    ask('NFeAutorizacao4', batchXml(change(signXml(noteXml({ issuer: shop.cnpj, ...options }), 'infNFe', who))))
  const changed = (options: Omit<NoteOptions, 'issuer'>, change: (xml: string) => string): Promise<string> =>
    ask('NFeAutorizacao4', batchXml(signXml(change(noteXml({ issuer: shop.cnpj, ...options })), 'infNFe', identity)))
  const queryOf = (key: string): Promise<string> =>
    ask(
      'NFeConsultaProtocolo4',
      `<consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>2</tpAmb><xServ>CONSULTAR</xServ><chNFe>${key}</chNFe></consSitNFe>`,
    )
  const statusOf = (authoriser = 'SP'): Promise<string> =>
    ask(
      'NFeStatusServico4',
      '<consStatServ xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>2</tpAmb><cUF>35</cUF><xServ>STATUS</xServ></consStatServ>',
      identity,
      authoriser,
    )

  it('tells whether it works', async () => {
    expect(codeOf(await statusOf())).toBe('107')
    simulator.set({ pause: '108' })
    expect(codeOf(await statusOf())).toBe('108')
    expect(codeOf(await issue({ number: 1 }))).toBe('108')
    simulator.set({ pause: null })
    expect(codeOf(await statusOf('SVCAN'))).toBe('114')
    simulator.set({ contingency: '107' })
    expect(codeOf(await statusOf('SVCAN'))).toBe('107')
    simulator.set({ contingency: '114' })
  })

  it('refuses who shows no certificate of its authority', async () => {
    const stranger = await startSimulator({ folder: join(folder, 'stranger'), forgetful: true })
    const answer = await ask('NFeStatusServico4', '<consStatServ/>', stranger.authority.issue(shop))
    await stranger.close()
    expect(answer).toContain('Certificado do transmissor')
  })

  it('authorises a note once, and knows it', async () => {
    const options = { issuer: shop.cnpj, number: 10, issuedAt: Date.now() }
    expect(codeOf(await queryOf(keyOfNote(options)))).toBe('217')
    expect(codeOf(await issue(options))).toBe('100')
    expect(codeOf(await issue(options))).toBe('204')
    expect(codeOf(await issue({ ...options, code: '31975312' }))).toBe('539')
    expect(codeOf(await queryOf(keyOfNote(options)))).toBe('100')
    expect(codeOf(await queryOf(keyOfNote({ ...options, code: '31975312' })))).toBe('613')
  })

  it('asks who made buyer and seller meet (NT 2020.006)', async () => {
    const told =
      (present: string, intermediary: string, group = '') =>
      (xml: string) =>
        xml.replace('<indPres>1</indPres>', `<indPres>${present}</indPres>${intermediary}`).replace('</pag>', `</pag>${group}`)
    const by = (cnpj: string) => `<infIntermed><CNPJ>${cnpj}</CNPJ><idCadIntTran>Loja 1</idCadIntTran></infIntermed>`
    const marketplace = '<indIntermed>1</indIntermed>'
    const answers = [
      told('2', ''),
      told('0', '<indIntermed>0</indIntermed>'),
      told('9', marketplace),
      told('2', marketplace, by('14380200000120')),
      told('2', marketplace, by('14380200000121')),
      told('2', '<indIntermed>0</indIntermed>'),
    ].map(async (change, at) => codeOf(await changed({ number: 300 + at }, change)))
    expect(await Promise.all(answers)).toEqual(['434', '435', '438', '440', '100', '100'])
  })

  it('authorises a consumer note with its QR Code, and refuses one that is not its own', async () => {
    expect(codeOf(await issue({ number: 11, model: '65' }))).toBe('100')
    expect(codeOf(await issue({ number: 12, model: '65' }, xml => xml.replace(/\|[0-9A-F]{40}</, `|${'A'.repeat(40)}<`)))).toBe(
      '464',
    )
    expect(codeOf(await issue({ number: 13, model: '65', issuedAt: Date.now() - 10 * 60_000 }))).toBe('704')
  })

  it('refuses what was changed after it was signed, and what another company signed', async () => {
    expect(codeOf(await issue({ number: 20 }, xml => xml.replace('Água', 'Agua')))).toBe('297')
    expect(codeOf(await issue({ number: 20 }, xml => xml, simulator.authority.issue(other)))).toBe('213')
    expect(codeOf(await issue({ number: 20 }, xml => xml, simulator.authority.issue(shop, -1)))).toBe('291')
  })

  it.each([
    ['629', '<vProd>21.00</vProd>', '<vProd>21.02</vProd>'],
    ['528', '<vICMS>3.78</vICMS></ICMS00>', '<vICMS>3.80</vICMS></ICMS00>'],
    ['532', '<vBC>21.00</vBC><vICMS>3.78</vICMS><vICMSDeson>', '<vBC>21.00</vBC><vICMS>3.88</vICMS><vICMSDeson>'],
    ['610', '<vNF>30.99</vNF>', '<vNF>31.99</vNF>'],
    ['869', '<vTroco>9.01</vTroco>', '<vTroco>9.00</vTroco>'],
    ['225', '<natOp>Venda</natOp>', ''],
    ['253', /<cDV>.<\/cDV>/, '<cDV>X</cDV>'],
    ['518', '<CFOP>5102</CFOP>', '<CFOP>1102</CFOP>'],
    ['696', '<indFinal>1</indFinal>', '<indFinal>0</indFinal>'],
  ])('answers %s where %s is written wrongly', async (code, right, wrong) => {
    const xml = noteXml({ issuer: shop.cnpj, number: 30, recipient: other.cnpj })
    const digit = /<cDV>(.)</.exec(xml)?.[1]
    const changed = xml.replace(right, wrong.replace('X', String((Number(digit) + 1) % 10)))
    expect(codeOf(await ask('NFeAutorizacao4', batchXml(signXml(changed, 'infNFe', identity))))).toBe(code)
  })

  it('gives a receipt where nobody waits, and the answer later', async () => {
    const xml = signXml(noteXml({ issuer: shop.cnpj, number: 40 }), 'infNFe', identity)
    const received = await ask('NFeAutorizacao4', batchXml(xml, false))
    expect(codeOf(received)).toBe('103')
    const receipt = /<nRec>(\d+)</.exec(received)?.[1]
    const fetch = (): Promise<string> =>
      ask(
        'NFeRetAutorizacao4',
        `<consReciNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>2</tpAmb><nRec>${receipt}</nRec></consReciNFe>`,
      )
    expect(codeOf(await fetch())).toBe('105')
    simulator.set({ clockMinutes: 1 })
    expect(codeOf(await fetch())).toBe('100')
    simulator.set({ clockMinutes: 0 })
  })

  it('authorises although the line goes dead before its answer', async () => {
    const options = { issuer: shop.cnpj, number: 50, issuedAt: Date.now() }
    simulator.set({ faults: [{ kind: 'cutAfter', service: 'NFeAutorizacao4', times: 1 }] })
    await expect(issue(options)).rejects.toThrow()
    expect(codeOf(await queryOf(keyOfNote(options)))).toBe('100')
    simulator.set({ faults: [{ kind: 'cutBefore', times: 1 }] })
    await expect(issue({ ...options, number: 51 })).rejects.toThrow()
    expect(codeOf(await queryOf(keyOfNote({ ...options, number: 51 })))).toBe('217')
    simulator.set({ faults: [{ kind: 'malformed', times: 1 }] })
    expect(await statusOf()).not.toContain('cStat')
    expect(codeOf(await statusOf())).toBe('107')
  })

  const event = (
    type: string,
    key: string,
    detail: string,
    sequence = 1,
    who = identity,
    cnpj = shop.cnpj,
    authoriser = 'SP',
  ): Promise<string> => {
    const at = `${new Date(Date.now() - 3 * 3600_000).toISOString().slice(0, 19)}-03:00`
    const body = `<evento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><infEvento Id="ID${type}${key}${String(sequence).padStart(2, '0')}"><cOrgao>${authoriser === 'AN' ? 91 : 35}</cOrgao><tpAmb>2</tpAmb><CNPJ>${cnpj}</CNPJ><chNFe>${key}</chNFe><dhEvento>${at}</dhEvento><tpEvento>${type}</tpEvento><nSeqEvento>${sequence}</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00">${detail}</detEvento></infEvento></evento>`
    const signed = signXml(body, 'infEvento', who)
    return ask(
      'NFeRecepcaoEvento4',
      `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>${signed}</envEvento>`,
      who,
      authoriser,
    )
  }
  const cancelDetail = (protocol: string): string =>
    `<descEvento>Cancelamento</descEvento><nProt>${protocol}</nProt><xJust>Erro na digitação do pedido</xJust>`

  it('cancels in time, once, and only for the issuer', async () => {
    const options = { issuer: shop.cnpj, number: 60, issuedAt: Date.now() }
    const key = keyOfNote(options)
    const protocol = /<nProt>(\d+)</.exec(await issue(options))?.[1] ?? ''
    expect(codeOf(await event('110111', key, cancelDetail('135260000000001')))).toBe('222')
    expect(codeOf(await event('110111', key, cancelDetail(protocol), 1, simulator.authority.issue(other), other.cnpj))).toBe(
      '574',
    )
    expect(codeOf(await event('110111', key, cancelDetail(protocol)))).toBe('135')
    expect(codeOf(await event('110111', key, cancelDetail(protocol)))).toBe('573')
    expect(await queryOf(key)).toContain('<cStat>101</cStat>')
    expect(codeOf(await issue(options))).toBe('218')
  })

  it('takes a late cancellation of an NF-e as late, of an NFC-e not at all', async () => {
    const late = { issuer: shop.cnpj, number: 61, issuedAt: Date.now() }
    const protocol = /<nProt>(\d+)</.exec(await issue(late))?.[1] ?? ''
    const consumer = { ...late, number: 62, model: '65' as const }
    const second = /<nProt>(\d+)</.exec(await issue(consumer))?.[1] ?? ''
    simulator.set({ clockMinutes: 31 })
    expect(codeOf(await event('110111', keyOfNote(consumer), cancelDetail(second)))).toBe('501')
    simulator.set({ clockMinutes: 25 * 60 })
    expect(codeOf(await event('110111', keyOfNote(late), cancelDetail(protocol)))).toBe('155')
    simulator.set({ clockMinutes: 0 })
  })

  const voiding = (first: number, last: number): Promise<string> => {
    const year = new Date(Date.now() - 3 * 3600_000).getUTCFullYear() % 100
    const id = `ID35${year}${shop.cnpj}55001${String(first).padStart(9, '0')}${String(last).padStart(9, '0')}`
    const xml = `<inutNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><infInut Id="${id}"><tpAmb>2</tpAmb><xServ>INUTILIZAR</xServ><cUF>35</cUF><ano>${year}</ano><CNPJ>${shop.cnpj}</CNPJ><mod>55</mod><serie>1</serie><nNFIni>${first}</nNFIni><nNFFin>${last}</nNFFin><xJust>Numeração pulada por engano</xJust></infInut></inutNFe>`
    return ask('NFeInutilizacao4', signXml(xml, 'infInut', identity))
  }

  it('voids numbers that nobody used', async () => {
    expect(codeOf(await issue({ number: 75 }))).toBe('100')
    expect(codeOf(await voiding(70, 74))).toBe('102')
    expect(codeOf(await voiding(70, 74))).toBe('563')
    expect(codeOf(await voiding(72, 73))).toBe('256')
    expect(codeOf(await voiding(75, 76))).toBe('241')
    expect(codeOf(await voiding(90, 80))).toBe('224')
    expect(codeOf(await issue({ number: 71 }))).toBe('206')
  })

  it('gives suppliers’ notes out as summaries, and whole once the recipient has said that it knows', async () => {
    const fetch = (nsu: number, who = identity): Promise<string> =>
      ask(
        'NFeDistribuicaoDFe',
        `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>2</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${shop.cnpj}</CNPJ><distNSU><ultNSU>${String(nsu).padStart(15, '0')}</ultNSU></distNSU></distDFeInt>`,
        who,
        'AN',
      )
    const opened = (answer: string): string[] =>
      [...answer.matchAll(/<docZip[^>]*>([^<]*)</g)].map(found =>
        gunzipSync(Buffer.from(found[1] ?? '', 'base64')).toString('utf8'),
      )
    expect(codeOf(await fetch(0, simulator.authority.issue(other)))).toBe('593')
    const first = await fetch(0)
    expect(codeOf(first)).toBe('138')
    expect(opened(first)).toHaveLength(5)
    const key = /<chNFe>(\w{44})</.exec(opened(first)[0] ?? '')?.[1] ?? ''
    expect(codeOf(await fetch(5))).toBe('656')
    const detail = '<descEvento>Ciencia da Operacao</descEvento>'
    expect(codeOf(await event('210210', key, detail, 1, identity, shop.cnpj, 'AN'))).toBe('135')
    const whole = opened(await fetch(5))
    expect(whole).toHaveLength(1)
    expect(whole[0]).toContain(`Id="NFe${key}"`)
    const check = openSchemas('2')
    expect(withDocument(whole[0] ?? '', document => check.check('nfeProc', document))).toBeUndefined()
    check.close()
    expect(codeOf(await fetch(99))).toBe('589')
  })
})
