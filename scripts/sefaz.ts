import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTestAuthority } from '../src/plugins/sefaz/simulator/certificates.ts'
import type { Conditions } from '../src/plugins/sefaz/simulator/faults.ts'
import { startSimulator } from '../src/plugins/sefaz/simulator/server.ts'
import { readSettings } from '../src/server/settings.ts'

const help = `npm run sefaz [-- options]

Starts a simulated tax authority: all services of NF-e and NFC-e over HTTPS with client certificates.
Tell the server of it with SEFAZ_URL=<address> SEFAZ_ROOT=<its root certificate>; with DEMO=1 it has one of its own.

  --port N             port of the services (8443)
  --control N          port of the controls (8444)
  --folder PATH        where its certificates and what it remembers are kept (DATA_DIR/sefaz)
  --conditions FILE    what goes wrong from the start: JSON as POST <control> takes it, for example
                       {"faults":[{"kind":"cutAfter","service":"NFeAutorizacao4","times":1}]}
  --certificate CNPJ   writes a certificate for tests to <CNPJ>.pfx, and ends
  --name NAME          its holder (Loja de teste)
  --password TEXT      its password (1234)
  --days N             how long it is good (365)
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8443' },
    control: { type: 'string', default: '8444' },
    folder: { type: 'string', default: join(readSettings().dataDir, 'sefaz') },
    conditions: { type: 'string' },
    certificate: { type: 'string' },
    name: { type: 'string', default: 'Loja de teste' },
    password: { type: 'string', default: '1234' },
    days: { type: 'string', default: '365' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(help)
else if (values.certificate) {
  const cnpj = values.certificate.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const file = `${cnpj}.pfx`
  const authority = openTestAuthority(join(values.folder, 'authority'))
  writeFileSync(file, authority.issueFile({ name: values.name, cnpj }, values.password, Number(values.days)), { mode: 0o600 })
  console.log(`${file}, senha ${values.password}`)
} else {
  const simulator = await startSimulator({
    folder: values.folder,
    port: Number(values.port),
    controlPort: Number(values.control),
  })
  if (values.conditions) {
    const conditions: Conditions = JSON.parse(readFileSync(values.conditions, 'utf8'))
    simulator.set(conditions)
  }
  const root = join(values.folder, 'root.pem')
  writeFileSync(root, simulator.authority.root)
  console.log(`SEFAZ_URL=${simulator.address} SEFAZ_ROOT=${root}\ncontrols: ${simulator.control}`)
  const stop = (): void => void simulator.close().then(() => process.exit())
  process.once('SIGINT', stop).once('SIGTERM', stop)
}
