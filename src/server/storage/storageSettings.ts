/** A bucket of an object storage by the S3 protocol. */
export interface StorageSettings {
  /** Where the storage answers. */
  readonly endpoint: string
  readonly bucket: string
  /** The beginning of all keys in it; empty, or ending in a slash. */
  readonly prefix: string
  readonly region: string
  /** Without them the client looks where those of AWS do: AWS_ACCESS_KEY_ID, the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** S3_URL (`https://storage/bucket` or `https://storage/bucket/prefix`), S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY; undefined without S3_URL. */
export const readStorageSettings = (env: Env = process.env): StorageSettings | undefined => readBucketSettings(env, 'S3')

/** The same for variables that begin with another word, such as BACKUP; a region or keys that have none of their own are those of S3. */
export function readBucketSettings(env: Env, word: 'S3' | 'BACKUP'): StorageSettings | undefined {
  const name = `${word}_URL`
  const address = env[name]
  if (!address) return undefined
  const url = addressOf(address, name)
  const [bucket = '', ...prefix] = url.pathname.split('/').filter(part => part !== '')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`${name} names no bucket: https://storage.example/bucket`)
  return {
    endpoint: url.origin,
    bucket,
    prefix: prefix.map(part => `${decodeURIComponent(part)}/`).join(''),
    region: env[`${word}_REGION`] || env.S3_REGION || env.AWS_REGION || 'us-east-1',
    credentials: keysOf(env, word) ?? keysOf(env, 'S3'),
  }
}

function keysOf(env: Env, word: string): StorageSettings['credentials'] {
  const { [`${word}_ACCESS_KEY_ID`]: accessKeyId, [`${word}_SECRET_ACCESS_KEY`]: secretAccessKey } = env
  if (!accessKeyId !== !secretAccessKey) throw new Error(`${word}_ACCESS_KEY_ID and ${word}_SECRET_ACCESS_KEY belong together`)
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
}

/** The address itself is in no message: somebody may have put a password into it. */
const addressOf = (text: string, name: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`${name} is no address: https://storage.example/bucket`)
  if (url.username || url.password)
    throw new Error(
      `${name} holds no keys: they belong into ${name.replace('URL', 'ACCESS_KEY_ID')} and ${name.replace('URL', 'SECRET_ACCESS_KEY')}`,
    )
  return url
}
