import { crc32, deflateSync } from 'node:zlib'

const side = 96

/** A PNG of one colour with a lighter disc: the stand-in's photo of a product. */
export function pictureOf([red, green, blue]: readonly [number, number, number]): Buffer {
  const rows: Buffer[] = []
  for (let y = 0; y < side; y += 1) {
    const row = Buffer.alloc(1 + side * 3)
    for (let x = 0; x < side; x += 1) {
      const inside = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 3) ** 2
      const light = (value: number): number => (inside ? value + (255 - value) / 2 : value)
      row.set([light(red), light(green), light(blue)], 1 + x * 3)
    }
    rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // 8 bits a colour, three colours.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
