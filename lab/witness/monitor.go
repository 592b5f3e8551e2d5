// A monitor of others for the log of a vault, from its tiles alone: Go's sumdb/tlog and sumdb/note, and the cosignatures of
// transparency-dev/formats. Usage: monitor URL EARLIER LOGKEY WITNESSKEY…, with the owner's key in OWNER. EARLIER is a checkpoint that
// was kept, or a file that is not there yet: it is written then. Each line of its output is something that it proved.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"

	formats "github.com/transparency-dev/formats/note"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func get(url string) []byte {
	request := must(http.NewRequest("GET", url, nil))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("OWNER"))
	answer := must(http.DefaultClient.Do(request))
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		log.Fatal(url, ": ", answer.Status)
	}
	return must(io.ReadAll(answer.Body))
}

// A tile never changes, so each is read once.
type tiles struct {
	url  string
	kept map[string][]byte
}

func (*tiles) Height() int                     { return 8 }
func (*tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t *tiles) ReadTiles(wanted []tlog.Tile) (found [][]byte, _ error) {
	for _, tile := range wanted {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		if t.kept[path] == nil {
			t.kept[path] = get(t.url + "/" + path)
		}
		found = append(found, t.kept[path])
	}
	return found, nil
}

func treeOf(signed *note.Note) tlog.Tree {
	lines := strings.Split(signed.Text, "\n")
	size := must(strconv.ParseInt(lines[1], 10, 64))
	return tlog.Tree{N: size, Hash: must(tlog.ParseHash(lines[2]))}
}

func main() {
	url, kept := os.Args[1], os.Args[2]
	verifiers := []note.Verifier{must(note.NewVerifier(os.Args[3]))}
	for _, key := range os.Args[4:] {
		verifiers = append(verifiers, must(formats.NewVerifierForCosignatureV1(key)))
	}
	text := get(url + "/checkpoint")
	signed := must(note.Open(text, note.VerifierList(verifiers...)))
	tree := treeOf(signed)
	fmt.Printf("checkpoint of %d events: signed by the log and %d of %d witnesses\n", tree.N, len(signed.Sigs)-1, len(verifiers)-1)
	reader := &tiles{url, map[string][]byte{}}
	hashes := tlog.TileHashReader(tree, reader)
	proved := int64(0)
	for proved < tree.N {
		path := fmt.Sprintf("%s/tile/entries/%03d", url, proved/256)
		if rest := tree.N - proved; rest < 256 {
			path += fmt.Sprintf(".p/%d", rest)
		}
		for bundle := get(path); len(bundle) > 0; proved++ {
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			proof := must(tlog.ProveRecord(tree.N, proved, hashes))
			if err := tlog.CheckRecord(proof, tree.N, tree.Hash, proved, tlog.RecordHash(bundle[2:end])); err != nil {
				log.Fatal(err)
			}
			bundle = bundle[end:]
		}
	}
	fmt.Printf("inclusion: %d of %d records, from %d tiles\n", proved, tree.N, len(reader.kept))
	if earlier, err := os.ReadFile(kept); err == nil {
		old := treeOf(must(note.Open(earlier, note.VerifierList(verifiers...))))
		proof := must(tlog.ProveTree(tree.N, old.N, hashes))
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("consistency: the log of %d events begins with that of %d\n", tree.N, old.N)
	}
	if err := os.WriteFile(kept, text, 0o600); err != nil {
		log.Fatal(err)
	}
}
