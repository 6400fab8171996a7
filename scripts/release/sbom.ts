import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The parts of CycloneDX used here. */
interface Bom {
  readonly metadata: { readonly component: { readonly name: string; readonly 'bom-ref': string } }
  readonly components: readonly { readonly 'bom-ref': string; readonly properties?: readonly { readonly name: string }[] }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const MAKERS = 'cdx:npm:package:development'

/**
 * Writes which packages the product is made of, with versions, licences and digests, as the lock file says: CycloneDX 1.5, by npm itself. Packages of
 * the pages are in it, since the built pages hold their code; tools of the makers are not.
 *
 * @returns how many they are
 */
export function writeSbom(file: string): number {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`)
  const bom: Bom = JSON.parse(stdout)
  const { name }: { name: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // npm calls it by its folder.
  const component = { ...bom.metadata.component, name, type: 'application' }
  // By its own mark: what npm leaves out with `--omit dev` are also packages that tools of the makers use besides us, such as react.
  const components = bom.components.filter(({ properties = [] }) => !properties.some(each => each.name === MAKERS))
  const known = new Set([component['bom-ref'], ...components.map(each => each['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(each => ({ ...each, dependsOn: each.dependsOn.filter(ref => known.has(ref)) }))
  const written = { ...bom, metadata: { ...bom.metadata, component }, components, dependencies }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  return components.length
}

/** `npm run sbom -- FILE` (sbom.cdx.json): the software bill of materials of this version. */
if (import.meta.main) {
  const file = resolve(process.argv[2] ?? 'sbom.cdx.json')
  console.log(`${file}: ${writeSbom(file)} packages.`)
}
