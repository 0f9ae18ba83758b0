// SPDX-License-Identifier: MIT
/* A QR code. The code that makes it loads when it is needed. */
import { useEffect, useState } from 'preact/hooks';

interface Drawing {
  size: number;
  path: string;
}

async function draw(text: string): Promise<Drawing> {
  const { default: qrcode } = await import('qrcode-generator');
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const cells = Array.from({ length: size * size }, (_, i) => [Math.floor(i / size), i % size] as const);
  const path = cells.filter(([row, column]) => code.isDark(row, column)).map(([row, column]) => `M${column} ${row}h1v1h-1z`);
  return { size, path: path.join('') };
}

export interface QrCodeProps {
  text: string;
  /** For screen readers. */
  label: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let outdated = false;
    draw(text).then(made => outdated || setDrawing(made), () => undefined);
    return () => {
      outdated = true;
    };
  }, [text]);
  return (
    <div class="qr">
      {drawing && (
        <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label}>
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}
