import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const STATIC = "../src/silverhook/server/static";

/** Writes .br and .gz beside each text file, so that the server never compresses while somebody waits. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    closeBundle() {
      for (const name of readdirSync(STATIC, { recursive: true, encoding: "utf8" })) {
        const path = join(STATIC, name);
        if (!/\.(js|css|html|svg|json)$/.test(name) || !statSync(path).isFile()) continue;
        const text = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(text));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    outDir: STATIC,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: process.env.SILVERHOOK_SERVER ?? "http://127.0.0.1:8765", ws: true } } },
});
